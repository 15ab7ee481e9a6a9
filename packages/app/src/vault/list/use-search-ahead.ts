/** Prepares a search once its box has the focus: what is typed is then only compared. */
import type { Contents } from "@coffer/client";
import { useEffect } from "react";
import { prepareSearch } from "../item/find-items.ts";

/** For one go at the page: the rest of a frame is the page's own. */
const TURN_MS = 8;

export function useSearchAhead(contents: Contents | undefined): void {
  useEffect(() => {
    if (contents === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = ({ target }: FocusEvent): void => {
      if (timer !== undefined || !isSearchBox(target)) return;
      const work = prepareSearch(contents.items, contents.vaults);
      const goOn = (): void => {
        const end = performance.now() + TURN_MS;
        while (performance.now() < end) if (work.next().done) return;
        timer = setTimeout(goOn);
      };
      timer = setTimeout(goOn);
    };
    document.addEventListener("focusin", begin);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("focusin", begin);
    };
  }, [contents]);
}

const isSearchBox = (target: EventTarget | null): boolean => target instanceof HTMLElement && "pageSearch" in target.dataset;
