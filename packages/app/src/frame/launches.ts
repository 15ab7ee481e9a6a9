/** Websites that are opened from entries: whoever fills in their forms hears of it (specification 2 §7). */
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
