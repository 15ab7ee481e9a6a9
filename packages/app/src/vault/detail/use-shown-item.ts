/** The item whose detail is open is in the address, so that the browser's Back closes it. */
import type { Item } from "@coffer/core/items/item";
import { useCallback, useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { SHOWN, withItem } from "../item/item-in-address.ts";

/** @returns the item, what shows another one or none, and the id of the one that is or was shown last. */
export function useShownItem(items: readonly Item[]): [Item | null, (item: Item | null, versions?: boolean) => void, string | null] {
  const [params, setParams] = useSearchParams();
  const id = params.get(SHOWN);
  const show = useCallback(
    (item: Item | null, versions = false) =>
      setParams(
        (before) => withItem(before, item?.id ?? null, versions),
        // Walking from item to item is one visit: going back closes the detail, it does not walk again.
        { replace: item === null || (id !== null && !versions), preventScrollReset: true },
      ),
    [setParams, id],
  );
  const shown = id === null ? null : (items.find((item) => item.id === id) ?? null);
  const last = useRef<string | null>(null);
  last.current = shown?.id ?? last.current;
  useFocusOnClose(shown);
  return [shown, show, last.current];
}

/** Closing the detail puts the focus on the item it showed last, which need not be the one it was opened on. */
function useFocusOnClose(shown: Item | null): void {
  const last = useRef<string | null>(null);
  const id = shown?.id ?? null;
  useEffect(() => {
    if (id === null && last.current !== null) {
      focusSoon(last.current);
    }
    last.current = id;
  }, [id]);
}

/** A list that changes its shape draws the item a moment later. */
const TRIES = 10;

function focusSoon(id: string, tries = TRIES): void {
  if (isFocusElsewhere()) return;
  const row = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"] [data-open]`);
  if (row) row.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusSoon(id, tries - 1));
}

/** On a busy machine the detail closes late: letters that are typed into the search box by then would be keys of the list. */
function isFocusElsewhere(): boolean {
  const { activeElement: active } = document;
  return active !== null && active !== document.body && active.closest("[data-key]") === null;
}
