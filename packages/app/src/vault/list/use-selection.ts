/** What is selected in the list that is shown. Items that leave the list, deleted or filtered out, are no longer selected. */
import type { Item } from "@coffer/core/items/item";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { OnSelect } from "../tiles/tile.ts";
import { allSelected, extended, NOTHING_SELECTED, toggled } from "./selection.ts";

export interface ListSelection {
  readonly items: readonly Item[];
  readonly ids: ReadonlySet<string>;
  readonly select: OnSelect;
  readonly extend: (from: Item, to: Item) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

export function useSelection(shown: readonly Item[]): ListSelection {
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const list = useRef(shown);
  useEffect(() => {
    list.current = shown;
  });
  const order = useCallback(() => list.current.map(({ id }) => id), []);
  const items = useMemo(() => (selection.ids.size === 0 ? [] : shown.filter(({ id }) => selection.ids.has(id))), [shown, selection]);
  const ids = useMemo(() => new Set(items.map(({ id }) => id)), [items]);
  // Stable, so that a line of the list is drawn again only when it changes itself.
  const select = useCallback<OnSelect>(
    ({ id }, range) => setSelection((before) => (range ? extended(before, order(), id, id) : toggled(before, id))),
    [order],
  );
  const extend = useCallback((from: Item, to: Item) => setSelection((before) => extended(before, order(), from.id, to.id)), [order]);
  return {
    items,
    ids,
    select,
    extend,
    selectAll: () => setSelection(allSelected(order())),
    clear: () => setSelection(NOTHING_SELECTED),
  };
}
