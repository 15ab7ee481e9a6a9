/** Questions waiting for an answer. `confirm` and `alert` may be called from anywhere; `ConfirmHost` shows one question at a time. */

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

function set(next: readonly Asked[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

export const questions = {
  /** The question to show now. */
  current: (): Question | null => waiting[0] ?? null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
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
