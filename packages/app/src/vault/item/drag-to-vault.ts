/** What is carried from a list to the vaults of the sidebar: both have to know, and neither knows the other. Never more than ids. */
import { useSyncExternalStore } from "react";

interface DragState {
  /** Ids of the vaults that would take it. */
  readonly accepting: ReadonlySet<string>;
  /** The id of the one it is held over, if that takes it. */
  readonly over: string | null;
}

let current: DragState | null = null;
const listeners = new Set<() => void>();

function show(next: DragState | null): void {
  current = next;
  for (const changed of listeners) changed();
}

export const drag = {
  begin: (accepting: ReadonlySet<string>): void => show({ accepting, over: null }),
  /** @param element - the one under the pointer. */
  over(element: Element | null): void {
    if (!current) return;
    const id = element?.closest<HTMLElement>("[data-vault]")?.dataset.vault ?? null;
    const over = id !== null && current.accepting.has(id) ? id : null;
    if (over !== current.over) show({ ...current, over });
  },
  /** @returns the id of the vault it was let go over; null where that is none. */
  end(): string | null {
    const over = current?.over ?? null;
    if (current) show(null);
    return over;
  },
};

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** @returns null while nothing is carried. */
export const useDragState = (): DragState | null => useSyncExternalStore(subscribe, () => current);
