/** Prepares a search once its box has the focus: what is typed is then only compared. */
import type { Item, Vault } from "@coffer/core/items/item";
import { useEffect } from "react";
import { prepareSearch } from "../item/find-items.ts";

/** For one go at the page: the rest of a frame is the page's own. */
const TURN_MS = 8;

export function useSearchAhead(lists: readonly (readonly Item[])[], vaults: readonly Vault[]): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = (target: EventTarget | null): void => {
      if (timer !== undefined || !isSearchBox(target)) return;
      const work = prepareSearch(lists, vaults);
      const goOn = (): void => {
        const end = performance.now() + TURN_MS;
        while (performance.now() < end) if (work.next().done) return;
        timer = setTimeout(goOn);
      };
      timer = setTimeout(goOn);
    };
    const onFocus = ({ target }: FocusEvent): void => begin(target);
    document.addEventListener("focusin", onFocus);
    // What changes while someone types is a new list.
    begin(document.activeElement);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("focusin", onFocus);
    };
  }, [lists, vaults]);
}

const isSearchBox = (target: EventTarget | null): boolean => target instanceof HTMLElement && "pageSearch" in target.dataset;
