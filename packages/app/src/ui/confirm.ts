/**
 * What waits for an answer: questions, and the master password. `confirm` and `alert` may be called from anywhere; `ConfirmHost` shows one question at a time, `ProofHost`
 * asks for the password. In one file, because toasts wait for both and are loaded where there is no client.
 */

export interface Question {
  readonly title: string;
  readonly message: string;
  readonly confirmLabel: string;
  /** Null for a mere statement, which has one button. */
  readonly cancelLabel: string | null;
  readonly danger: boolean;
  /** Said below the question: what it is about, and where it goes. */
  readonly detail: string | null;
  /** The safe answer is the one that stands out: not to. */
  readonly keeps: boolean;
}

interface Asked extends Question {
  readonly answer: (agreed: boolean) => void;
}

let waiting: readonly Asked[] = [];
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function set(next: readonly Asked[]): void {
  waiting = next;
  tell();
}

export const questions = {
  /** The question to show now. */
  current: (): Question | null => waiting[0] ?? null,
  subscribe,
  answer(agreed: boolean): void {
    const [first, ...rest] = waiting;
    set(rest);
    first?.answer(agreed);
  },
};

const ask = (question: Question): Promise<boolean> => new Promise((answer) => set([...waiting, { ...question, answer }]));

/** Asks before something that cannot be undone. False also when the person closes the question. */
export function confirm(options: {
  message: string;
  title?: string;
  confirmLabel?: string;
  cancelLabel?: string;
  danger?: boolean;
  detail?: string;
  keeps?: boolean;
}): Promise<boolean> {
  const { title = "Please confirm", confirmLabel = "OK", cancelLabel = "Cancel", danger = false, detail = null, keeps = false } = options;
  return ask({ title, message: options.message, confirmLabel, cancelLabel, danger, detail, keeps });
}

/** Says something that has to be read before going on. */
export async function alert(message: string, title = "Please note"): Promise<void> {
  await ask({ title, message, confirmLabel: "OK", cancelLabel: null, danger: false, detail: null, keeps: false });
}

/**
 * Whether the master password is waited for before something goes on. Any call of the client may ask, or an item that is to be filled in, one at a time;
 * ProofHost shows the question.
 */
export interface Asking {
  /** The title of the item whose owner wants to be asked; this device can tell alone. Without one the server asks, before what cannot be undone or gives access. */
  readonly item?: string;
}

let asking: Asking | null = null;
let prove: ((proven: boolean) => void) | null = null;

function setAsking(next: typeof prove, by: Asking | null): void {
  prove?.(false);
  prove = next;
  asking = by;
  tell();
}

export const proof = {
  /** Null while nothing waits. */
  asking: (): Asking | null => asking,
  /** For the client's `onProofNeeded`. */
  ask: (by: Asking = {}): Promise<boolean> => new Promise((resolve) => setAsking(resolve, by)),
  answer(proven: boolean): void {
    const waits = prove;
    prove = null;
    setAsking(null, null);
    waits?.(proven);
  },
  subscribe,
};

/** For `useSyncExternalStore` with `questions.subscribe`. */
export const isAnythingAsked = (): boolean => waiting.length > 0 || asking !== null;
