/**
 * The place next to a list where what is looked at, added or edited is in a wide window. The list provides it (ItemBrowser.tsx); a form takes it, wherever it was
 * asked for, and gives it up when it is left.
 */
import { useEffect, useRef, useSyncExternalStore } from "react";

/** Closes what is in the place, asking first where something would be lost. Resolves to false where it stays. */
type Leave = () => unknown;

let slot: HTMLElement | null = null;
let occupant: { readonly leave: Leave } | null = null;
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** For the list: a ref for the element of the place. */
export function setPaneSlot(element: HTMLElement | null): void {
  slot = element;
  tell();
}

/** Null where no list has one. */
export const usePaneSlot = (): HTMLElement | null => useSyncExternalStore(subscribe, () => slot);

/** Whether a form is in it. */
export const isPaneTaken = (): boolean => occupant !== null;
export const useIsPaneTaken = (): boolean => useSyncExternalStore(subscribe, isPaneTaken);

/** For what is in it. */
export function useTakePane(leave: Leave): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    const own = { leave: () => latest.current() };
    occupant = own;
    tell();
    return () => {
      if (occupant === own) occupant = null;
      tell();
    };
  }, []);
}

/** Does something that wants the place, once what is in it has been left. */
export function whenPaneIsFree(act: () => void): void {
  if (occupant === null) act();
  else void Promise.resolve(occupant.leave()).then((left) => left !== false && act());
}
