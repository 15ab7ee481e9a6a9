/** Whether something on the page would be lost by a reload. While it would, nothing loads the page by itself, and where it matters most the browser asks. */
import { useEffect } from "react";

const holders = new Set<object>();

export const unsaved = {
  isAny: (): boolean => holders.size > 0,
  /** For work that goes on whatever page is shown. @param asks - whether the browser asks before the page is left. @returns what ends it */
  hold(asks: boolean): () => void {
    const holder = {};
    const askHere = (event: BeforeUnloadEvent): void => event.preventDefault();
    holders.add(holder);
    if (asks) window.addEventListener("beforeunload", askHere);
    return () => {
      holders.delete(holder);
      window.removeEventListener("beforeunload", askHere);
    };
  },
};

/** @param isUnsaved - at this moment. @param asks - whether the browser asks before the page is left. */
export function useUnsaved(isUnsaved: boolean, { asks = false }: { asks?: boolean } = {}): void {
  useEffect(() => {
    if (isUnsaved) return unsaved.hold(asks);
  }, [isUnsaved, asks]);
}
