/**
 * What every form knows, without React.
 *
 *   editing ──send──▶ busy ──sent──▶ editing (what was sent is the new start)
 *      ▲  └─refused    │
 *      └────refused────┘             what was typed stays in every case
 */

/** Messages under fields, by the field's name, and one above the buttons for what belongs to no single field. */
export interface Refusal {
  readonly fields?: Readonly<Record<string, string>>;
  readonly whole?: string | null;
  /** Why it was not sent, where a toast says that it was not. */
  readonly cause?: string;
  /** The field to put right where the message is of the whole form: it gets the focus. */
  readonly at?: string;
}

export interface FormState<V> {
  /** What the form began with, or last sent: the form is dirty when the values differ from it. */
  readonly start: V;
  readonly values: V;
  readonly errors: Readonly<Record<string, string>>;
  readonly error: string | null;
  /** Why the last attempt failed, where a toast has said that it did and has gone. Stays until the next one. */
  readonly cause: string | null;
  /** The field that gets the focus where no field has a message of its own. */
  readonly at: string | null;
  readonly busy: boolean;
  /** Grows with every refusal, so that the focus goes to what is wrong each time. */
  readonly refusals: number;
}

export type FormEvent<V> =
  | { readonly type: "changed"; readonly values: V; readonly names: readonly string[] }
  /** Comes of what is typed by then, which may be more than what the form was last drawn with. */
  | { readonly type: "derived"; readonly derive: (values: V) => V; readonly names: readonly string[] }
  | { readonly type: "left"; readonly name: string; readonly error: string | null }
  | { readonly type: "refused"; readonly refusal: Refusal }
  | { readonly type: "send" }
  | { readonly type: "sent" }
  | { readonly type: "restarted"; readonly values: V };

export const startForm = <V>(start: V, values: V = start): FormState<V> => ({
  start,
  values,
  errors: {},
  error: null,
  cause: null,
  at: null,
  busy: false,
  refusals: 0,
});

export function formReducer<V>(state: FormState<V>, event: FormEvent<V>): FormState<V> {
  switch (event.type) {
    case "changed":
      return { ...state, values: event.values, errors: without(state.errors, event.names), error: null };
    case "derived":
      return formReducer(state, { type: "changed", values: event.derive(state.values), names: event.names });
    case "left": {
      const errors = without(state.errors, [event.name]);
      return { ...state, errors: event.error === null ? errors : { ...errors, [event.name]: event.error } };
    }
    case "refused": {
      const { fields = {}, whole = null, cause = null, at = null } = event.refusal;
      return { ...state, errors: fields, error: whole, cause, at, busy: false, refusals: state.refusals + 1 };
    }
    case "send":
      return { ...state, errors: {}, error: null, cause: null, busy: true };
    case "sent":
      return { ...startForm(state.values), refusals: state.refusals };
    case "restarted":
      return { ...startForm(event.values), refusals: state.refusals };
  }
}

/** Whether there is nothing in the way of sending. */
export const isClear = ({ fields = {}, whole = null }: Refusal): boolean => whole === null && Object.keys(fields).length === 0;

function without(errors: Readonly<Record<string, string>>, names: readonly string[]): Readonly<Record<string, string>> {
  return names.some((name) => name in errors)
    ? Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)))
    : errors;
}

/** Equal by content, for the plain values forms hold. An absent text and an empty one are the same. */
export function isSame(a: unknown, b: unknown): boolean {
  if (isRecord(a) && isRecord(b)) return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(a[key], b[key]));
  return Object.is(a ?? "", b ?? "");
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
