/** The recovery key of an account just made, in memory only, from registration until its owner has saved it (decision Z-03). */

export interface NewRecoveryKey {
  readonly email: string;
  /** Groups of four, divided by hyphens. */
  readonly recoveryKey: string;
}

let current: NewRecoveryKey | null = null;
const listeners = new Set<() => void>();

function set(next: NewRecoveryKey | null): void {
  current = next;
  for (const listener of listeners) listener();
}

export const newRecoveryKey = {
  current: (): NewRecoveryKey | null => current,
  keep: (key: NewRecoveryKey): void => set(key),
  forget: (): void => set(null),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
