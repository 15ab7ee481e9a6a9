/** Whether the server waits for the master password before it goes on. Any call of the client may ask, one at a time; ProofHost shows the question. */
let answer: ((proven: boolean) => void) | null = null;
const listeners = new Set<() => void>();

function set(next: typeof answer): void {
  answer = next;
  for (const listener of listeners) listener();
}

export const proof = {
  isAsked: (): boolean => answer !== null,
  /** For the client's `onProofNeeded`. */
  ask: (): Promise<boolean> => new Promise((resolve) => set(resolve)),
  answer(proven: boolean): void {
    const waiting = answer;
    set(null);
    waiting?.(proven);
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
