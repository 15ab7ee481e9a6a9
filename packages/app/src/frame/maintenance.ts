/** Whether the operator has closed the server for a while, and what is said about it. Every call of the client may learn of it. */
import { useSyncExternalStore } from "react";

let message: string | null = null;
const listeners = new Set<() => void>();

function set(next: string | null): void {
  message = next;
  for (const listener of listeners) listener();
}

export const maintenance = {
  /** The operator's message; null while the server is open. */
  current: (): string | null => message,
  began: (words: string): void => set(words),
  ended: (): void => set(null),
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export const useMaintenance = (): string | null => useSyncExternalStore(maintenance.subscribe, maintenance.current);
