/**
 * Whether the master password is waited for before something goes on. Any call of the client may ask, or an item that is to be filled in, one at a time;
 * ProofHost shows the question.
 */
export interface Asking {
  /** The title of the item whose owner wants to be asked; this device can tell alone. Without one the server asks, before what cannot be undone or gives access. */
  readonly item?: string;
}

let asking: Asking | null = null;
let answer: ((proven: boolean) => void) | null = null;
const listeners = new Set<() => void>();

function set(next: typeof answer, by: Asking | null): void {
  answer?.(false);
  answer = next;
  asking = by;
  for (const listener of listeners) listener();
}

export const proof = {
  /** Null while nothing waits. */
  asking: (): Asking | null => asking,
  /** For the client's `onProofNeeded`. */
  ask: (by: Asking = {}): Promise<boolean> => new Promise((resolve) => set(resolve, by)),
  answer(proven: boolean): void {
    const waiting = answer;
    answer = null;
    set(null, null);
    waiting?.(proven);
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
