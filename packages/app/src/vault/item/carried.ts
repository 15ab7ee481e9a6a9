/** What is carried from a list to the vaults of the sidebar: both have to know, and neither knows the other. Never more than ids. */
import { useSyncExternalStore } from "react";

interface Carried {
  /** Ids of the vaults that would take it. */
  readonly welcome: ReadonlySet<string>;
  /** The id of the one it is held over, if that takes it. */
  readonly over: string | null;
}

let carried: Carried | null = null;
const listeners = new Set<() => void>();

function show(next: Carried | null): void {
  carried = next;
  for (const changed of listeners) changed();
}

export const carry = {
  begin: (welcome: ReadonlySet<string>): void => show({ welcome, over: null }),
  /** @param element - what lies under the pointer. */
  over(element: Element | null): void {
    if (!carried) return;
    const id = element?.closest<HTMLElement>("[data-vault]")?.dataset.vault ?? null;
    const over = id !== null && carried.welcome.has(id) ? id : null;
    if (over !== carried.over) show({ ...carried, over });
  },
  /** @returns the id of the vault it was let go over; null where that is none. */
  end(): string | null {
    const over = carried?.over ?? null;
    if (carried) show(null);
    return over;
  },
};

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** @returns null while nothing is carried. */
export const useCarried = (): Carried | null => useSyncExternalStore(subscribe, () => carried);
