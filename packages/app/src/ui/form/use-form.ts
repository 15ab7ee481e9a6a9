/**
 * The one way to fill in and send a form. It checks, sends once at a time, says what is wrong where it is wrong, keeps what was typed on every refusal, keeps a
 * draft where the form wants one, and asks before something unsaved is left. `Form.tsx` draws it.
 */
import { type ChangeEvent, useId, useReducer, useRef } from "react";
import { useBackGuard } from "../../frame/back-guard.ts";
import { useUnsaved } from "../../frame/unsaved.ts";
import { causeOf, isUnreachable, messageOf } from "../error-message.ts";
import { toast } from "../toast.ts";
import { confirmClose } from "./confirm-close.ts";
import { type FormEvent, type FormState, formReducer, isClear, isSame, type Refusal, startForm } from "./form-state.ts";
import { type Draft, type DraftPlace, useDraft } from "./use-draft.ts";

interface FormOptions<V extends object> {
  /** What the form begins with. Read once, when it is first drawn. */
  readonly start: V;
  /** What it holds at first where that is not its start: it is dirty from the beginning. */
  readonly typed?: V;
  /** What prevents sending. Without it everything is sent. */
  readonly check?: (values: V) => Refusal;
  /** What also prevents sending, but takes a while to find out. Asked once everything else is right. */
  readonly verify?: (values: V) => Promise<Refusal>;
  /** Asked once everything is right and before it is sent, where sending cannot be undone; false sends nothing. */
  readonly confirm?: () => Promise<boolean>;
  /** Sends. Whatever it throws is said, and the form stays as it was typed. */
  readonly send: (values: V) => Promise<void>;
  /** What takes the place of typed secrets with every attempt to send, whatever comes of it. */
  readonly forgets?: Partial<V>;
  /** What is said of an error without words of its own, or what an error means for which field. */
  readonly failed: string | ((error: unknown, values: V) => Refusal);
  /** Whether a failure to send is said in the form or by a toast, where the specification says so. */
  readonly failsBy?: "note" | "toast";
  /** After it was sent and nothing is unsaved any more: closes the dialog, or goes on. */
  readonly onSent?: () => void;
  /** Where what is typed is kept sealed on this device until it is sent or discarded. */
  readonly draft?: DraftPlace<V>;
  /** Asks before something unsaved is left, by `leave` or by the browser's Back. `onLeave` then closes the form. */
  readonly guard?: { readonly onLeave: () => void };
}

export interface FormApi<V extends object> {
  readonly id: string;
  readonly values: V;
  /** Messages by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** The message for no single field. */
  readonly error: string | null;
  /** Why the last attempt to send failed, where a toast said that it did. */
  readonly cause: string | null;
  /** The field that message is about. */
  readonly at: string | null;
  readonly refusals: number;
  readonly busy: boolean;
  readonly dirty: boolean;
  readonly draft: Draft;
  /** @param names - the fields whose messages go; the keys of `part` when absent. */
  change(part: Partial<V>, names?: readonly string[]): void;
  /** The same with what comes of the values by then: they may have changed since the form was drawn, as while a picture is read. */
  derive(change: (values: V) => Partial<V>, names: readonly string[]): void;
  /** Checks one field, once it was left. */
  left(name: string): void;
  /** What a text input of that field needs. */
  text<K extends keyof V & string>(name: K): TextProps;
  /** Shows what is wrong without sending anything. */
  refuse(refusal: Refusal): void;
  restart(values: V): void;
  /** @param values - what to send where that is not what is typed: a code whose last digit has just arrived. */
  submit(values?: V): Promise<void>;
  /** Closes the form as `guard` says; asks first when something unsaved would be lost. Does nothing while it is sent. @returns whether it was left */
  leave(): Promise<boolean>;
}

interface TextProps {
  readonly "data-field": string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
}

const NOTHING: Refusal = {};

export function useForm<V extends object>(options: FormOptions<V>): FormApi<V> {
  const { check = () => NOTHING, guard } = options;
  const id = useId();
  const [state, dispatch] = useReducer(formReducer<V>, options, ({ start, typed = start }) => startForm(start, typed));
  const dirty = !isSame(state.start, state.values);
  const restore = (values: V) => dispatch({ type: "changed", values, names: Object.keys(state.errors) });
  const draft = useDraft(options.draft, { ...state, dirty, restore });
  const submit = useSubmit(options, { check, state, draft, dispatch });
  const leave = useLeave(guard, { busy: state.busy, dirty, draft });
  useBackGuard(guard !== undefined, leave);
  useUnsaved(dirty);

  // While it is sent nothing is typed: it would close with the form, unsaved. What `send` itself changes comes of an earlier drawing.
  const type = (event: FormEvent<V>) => state.busy || dispatch(event);
  const change = (part: Partial<V>, names: readonly string[] = Object.keys(part)) =>
    type({ type: "changed", values: { ...state.values, ...part }, names });
  return {
    ...state,
    id,
    dirty,
    draft,
    change,
    derive: (derive, names) => type({ type: "derived", derive: (values) => ({ ...values, ...derive(values) }), names }),
    left: (name) => dispatch({ type: "left", name, error: check(state.values).fields?.[name] ?? null }),
    text: (name) => ({
      "data-field": name,
      value: String(state.values[name] ?? ""),
      error: state.errors[name],
      onChange: (event) => type({ type: "changed", values: { ...state.values, [name]: event.currentTarget.value }, names: [name] }),
    }),
    refuse: (refusal) => dispatch({ type: "refused", refusal }),
    restart: (values) => dispatch({ type: "restarted", values }),
    submit,
    leave,
  };
}

interface Sending<V extends object> {
  readonly check: (values: V) => Refusal;
  readonly state: FormState<V>;
  readonly draft: Draft;
  readonly dispatch: (event: Parameters<typeof formReducer<V>>[1]) => void;
}

/** Two presses within one drawing are one: `busy` of the state would still be false at the second. */
function useSubmit<V extends object>(options: FormOptions<V>, { check, state, draft, dispatch }: Sending<V>): FormApi<V>["submit"] {
  const sending = useRef(false);
  return async (values = state.values) => {
    if (sending.current) return;
    const refusal = check(values);
    if (!isClear(refusal)) return dispatch({ type: "refused", refusal });
    if (options.forgets) dispatch({ type: "changed", values: { ...values, ...options.forgets }, names: [] });
    sending.current = true;
    try {
      if (options.confirm !== undefined && !(await options.confirm())) return;
      dispatch({ type: "send" });
      const found = (await options.verify?.(values)) ?? NOTHING;
      if (!isClear(found)) return dispatch({ type: "refused", refusal: found });
      await options.send(values);
      dispatch({ type: "sent" });
      draft.discard();
      options.onSent?.();
    } catch (error) {
      dispatch({ type: "refused", refusal: refusalOf(options, error, values) });
    } finally {
      sending.current = false;
    }
  };
}

/** Said where there was no answer: a form never loses what was typed, and says so. */
const STAYS = "What you typed stays here. Try again once it is back.";

function refusalOf<V extends object>({ failed, failsBy = "note", forgets }: FormOptions<V>, error: unknown, values: V): Refusal {
  const said = typeof failed === "string" ? { whole: messageOf(error, failed) } : failed(error, values);
  const staying = isUnreachable(error) && !forgets && said.whole != null;
  const refusal = staying ? { ...said, whole: `${said.whole} ${STAYS}` } : said;
  if (failsBy === "note" || refusal.whole == null) return refusal;
  toast.failed(refusal.whole);
  return { ...refusal, whole: null, cause: causeOf(error) };
}

interface Leaving {
  readonly busy: boolean;
  readonly dirty: boolean;
  readonly draft: Draft;
}

function useLeave<V extends object>(guard: FormOptions<V>["guard"], { busy, dirty, draft }: Leaving): () => Promise<boolean> {
  const asking = useRef(false);
  return async () => {
    if (asking.current || busy) return false;
    asking.current = true;
    const mayLeave = !dirty || (await confirmClose());
    asking.current = false;
    if (!mayLeave) return false;
    if (dirty) draft.discard();
    guard?.onLeave();
    return true;
  };
}
