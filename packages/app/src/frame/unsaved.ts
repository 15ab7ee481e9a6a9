/** Whether something on the page would be lost by loading it anew. While it would, nothing loads the page by itself, and where it matters most the browser asks. */
import { useEffect } from "react";

const holders = new Set<object>();

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

export const unsaved = { isAny: (): boolean => holders.size > 0 };

/** @param isUnsaved - by now. @param asks - whether the browser asks before the page is left. */
export function useUnsaved(isUnsaved: boolean, { asks = false }: { asks?: boolean } = {}): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const holder = {};
    holders.add(holder);
    if (asks) window.addEventListener("beforeunload", ask);
    return () => {
      holders.delete(holder);
      if (asks) window.removeEventListener("beforeunload", ask);
    };
  }, [isUnsaved, asks]);
}
