/** Websites that are opened from entries: the code that fills in their forms listens here (specification 2 §7). */
import type { Launch } from "@coffer/core/extension-messages";

type Listener = (launch: Launch) => void;
const listeners = new Set<Listener>();

export const launches = {
  /** Called before the website opens. */
  announce(launch: Launch): void {
    for (const listener of listeners) listener(launch);
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
