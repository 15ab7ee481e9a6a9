/**
 * What waits for an answer: questions, and the master password. `confirm` and `alert` may be called from anywhere; `ConfirmHost` shows one question at a time, `ProofHost`
 * asks for the password. In one file, because toasts wait for both and are loaded where there is no client.
 */
import type { ReactNode } from "react";

export interface Question {
  readonly title: string;
  readonly message: string;
  readonly confirmLabel: string;
  /** Null for a mere statement, which has one button. */
  readonly cancelLabel: string | null;
  readonly danger: boolean;
  /** Said below the question: what it is about, and where it goes. */
  readonly detail: ReactNode;
  /** The safe answer is the one that stands out: not to. */
  readonly keeps: boolean;
}

/**
 * Whether the master password is waited for before something goes on. Any call of the client may ask, or an item that is to be filled in, one at a time.
 */
export interface Asking {
  /** The title of the item whose owner wants to be asked; this device can tell alone. Without one the server asks, before what cannot be undone or gives access. */
  readonly item?: string;
}

const listeners = new Set<() => void>();

/** Of all that waits. */
function subscribe(listener: () => void): () => unknown {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param isOne - of one at a time: what waited before is answered with no. */
function lineOf<T>(isOne = false) {
  let waiting: readonly (readonly [T, (agreed: boolean) => void])[] = [];
  const set = (next: typeof waiting): void => {
    waiting = next;
    for (const listener of listeners) listener();
  };
  const answer = (agreed: boolean): void => {
    const [first, ...rest] = waiting;
    set(rest);
    first?.[1](agreed);
  };
  return {
    /** What to show now. */
    current: (): T | null => waiting[0]?.[0] ?? null,
    subscribe,
    ask(about: T): Promise<boolean> {
      if (isOne) answer(false);
      return new Promise((answered) => set([...waiting, [about, answered]]));
    },
    answer,
  };
}

export const questions = lineOf<Question>();
export const proof = lineOf<Asking>(true);

const PLAIN = { title: "Please confirm", confirmLabel: "OK", cancelLabel: "Cancel", danger: false, detail: null, keeps: false };

/** Asks before something that cannot be undone. False also when the person closes the question. */
export const confirm = (options: {
  message: string;
  title?: string;
  confirmLabel?: string;
  cancelLabel?: string;
  danger?: boolean;
  detail?: ReactNode;
  keeps?: boolean;
}): Promise<boolean> => questions.ask({ ...PLAIN, ...options });

/** Says something that has to be read before going on. */
export async function alert(message: string, title = "Please note"): Promise<void> {
  await questions.ask({ ...PLAIN, title, message, cancelLabel: null });
}
