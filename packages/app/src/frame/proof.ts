/** Whether the master password is waited for before something goes on. Any call of the client may ask, or an item that is to be filled in, one at a time; ProofHost shows the question. */
export type Asking =
  /** The server, before what cannot be undone or gives access. */
  | { readonly by: "server" }
  /** An item whose owner wants to be asked; this device can tell alone. */
  | { readonly by: "item"; readonly title: string };

let asking: Asking | null = null;
let answer: ((proven: boolean) => void) | null = null;
const listeners = new Set<() => void>();

function set(next: typeof answer, by: Asking | null): void {
  answer?.(false);
  answer = next;
  asking = by;
  for (const listener of listeners) listener();
}

const BY_SERVER: Asking = { by: "server" };

export const proof = {
  /** Who asks now. */
  asking: (): Asking | null => asking,
  isAsked: (): boolean => answer !== null,
  /** For the client's `onProofNeeded`. */
  ask: (by: Asking = BY_SERVER): Promise<boolean> => new Promise((resolve) => set(resolve, by)),
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
