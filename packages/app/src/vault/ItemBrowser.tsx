/** A list of items with everything around it: search, its empty states, the detail beside it and the forms over it. Every page of items is one of these. */
import type { Item, Vault } from "@coffer/core/items/item";
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { usePageSearch } from "../shell/search-context.tsx";
import type { EditorName } from "./editors.ts";
import { findItems } from "./find-items.ts";
import { ItemDetail } from "./ItemDetail.tsx";
import { ItemFormSheet } from "./ItemFormSheet.tsx";
import { ItemList } from "./ItemList.tsx";
import { NoMatch } from "./NoMatch.tsx";
import { useItemActions } from "./use-item-actions.ts";

interface Props {
  /** All of the list, sorted; the search narrows it. */
  readonly items: readonly Item[];
  readonly vaults: readonly Vault[];
  /** Shown when there is nothing at all. */
  readonly empty: ReactNode;
  readonly withStar?: boolean;
  readonly withVault?: boolean;
  /** What a list with items, but none that match, says; by default that nothing matches. */
  readonly noMatch?: ReactNode;
}

export function ItemBrowser({ items, vaults, empty, noMatch, ...list }: Props) {
  const search = usePageSearch();
  const actions = useItemActions();
  // The box keeps up with the typing; a list of thousands may follow a moment later.
  const text = useDeferredValue(search.text);
  const found = useMemo(() => findItems(items, text), [items, text]);
  const [shown, show] = useShownItem(items);
  useFocusOnClose(shown);
  const [edited, setEdited] = useState<{ item: Item; editor: EditorName } | null>(null);
  const onOpen = useCallback((item: Item) => show(item), [show]);
  const onEdit = useCallback((item: Item) => setEdited({ item, editor: "entry" }), []);

  const position = shown ? found.findIndex(({ id }) => id === shown.id) : -1;
  return (
    <>
      {items.length === 0 ? (
        empty
      ) : found.length === 0 ? (
        (noMatch ?? <NoMatch text={text} onClear={() => search.setText("")} />)
      ) : (
        <ItemList items={found} vaults={vaults} actions={actions} onOpen={onOpen} onEdit={onEdit} {...list} />
      )}
      {shown && !edited && (
        <ItemDetail
          item={shown}
          vault={vaults.find(({ id }) => id === shown.categoryId) ?? null}
          actions={actions}
          onClose={() => show(null)}
          onEdit={(item) => setEdited({ item, editor: "modal" })}
          previous={found[position - 1] ?? null}
          next={position < 0 ? null : (found[position + 1] ?? null)}
          onShow={show}
        />
      )}
      {edited && (
        <ItemFormSheet target={{ kind: edited.item.kind, item: edited.item }} editor={edited.editor} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

const SHOWN = "item";

/** The item whose detail is open stands in the address, so that the browser's way back closes it. */
function useShownItem(items: readonly Item[]): [Item | null, (item: Item | null) => void] {
  const [params, setParams] = useSearchParams();
  const id = params.get(SHOWN);
  const show = useCallback(
    (item: Item | null) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (item) next.set(SHOWN, item.id);
          else next.delete(SHOWN);
          return next;
        },
        // Walking from item to item is one visit: going back closes the detail, it does not walk again.
        { replace: item === null || id !== null, preventScrollReset: true },
      ),
    [setParams, id],
  );
  return [items.find((item) => item.id === id) ?? null, show];
}

/** Closing the detail puts the focus on the item it showed last, which need not be the one it was opened on. */
function useFocusOnClose(shown: Item | null): void {
  const last = useRef<string | null>(null);
  const id = shown?.id ?? null;
  useEffect(() => {
    if (id === null && last.current !== null) {
      document.querySelector<HTMLElement>(`[data-key="${CSS.escape(last.current)}"] [data-open]`)?.focus({ preventScroll: true });
    }
    last.current = id;
  }, [id]);
}
