/** A list of items with everything around it: search, chips, selection, its empty states, the detail next to it and the forms over it. */
import type { Item, Vault } from "@coffer/core/items/item";
import { searchedWords } from "@coffer/core/items/search";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { firstRowsSeen } from "../../frame/first-rows.ts";
import { setPaneSlot, useIsPaneTaken, whenPaneIsFree } from "../../frame/pane-slot.ts";
import { useListSearch, usePageSearch } from "../../frame/search-context.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { useWideWindow } from "../../ui/use-narrow.ts";
import { ItemDetail } from "../detail/ItemDetail.tsx";
import { Peek, type Peeked } from "../detail/Peek.tsx";
import { useShownItem } from "../detail/use-shown-item.ts";
import { ItemFormSheet } from "../form/ItemFormSheet.tsx";
import type { EditorName } from "../item/editors.ts";
import { findItems } from "../item/find-items.ts";
import type { ListActions } from "../tiles/tile.ts";
import { TILES } from "../tiles/tiles.ts";
import { useIsReadingWaiting } from "../waiting/waiting-queries.ts";
import { BulkBar } from "./BulkBar.tsx";
import { bulkActions } from "./bulk-actions.tsx";
import styles from "./ItemBrowser.module.css";
import { ItemList } from "./ItemList.tsx";
import { ListToolbar } from "./ListToolbar.tsx";
import { arrange, facetsOf, isNarrowed, PLAIN_VIEW } from "./list-view.ts";
import { NoMatch } from "./NoMatch.tsx";
import { useItemDrag } from "./use-item-drag.tsx";
import { useListActions } from "./use-list-actions.tsx";
import { useListKeys } from "./use-list-keys.ts";
import { useListView } from "./use-list-view.tsx";
import { useSearchAhead } from "./use-search-ahead.ts";
import { useSelection } from "./use-selection.ts";

interface Props {
  /** All of the list, in any order; search and chips narrow it. */
  readonly items: readonly Item[];
  readonly vaults: readonly Vault[];
  /** Shown when there is nothing at all; null where the page says it. */
  readonly empty: ReactNode;
  readonly withStar?: boolean;
  readonly withVault?: boolean;
  /** More follows: nothing is counted yet (use-list-beginning.ts). */
  readonly isBeginning?: boolean;
}

export function ItemBrowser({ items, vaults, empty, withStar = true, withVault = true, isBeginning = false }: Props) {
  const list = useNarrowed(items, vaults, isBeginning);
  const [actions, asked] = useListActions(vaults);
  const selection = useSelection(list.shown);
  const [onDragStart, dragLabel] = useItemDrag(selection, vaults);
  const [shown, show, last] = useShownItem(items);
  const hasRoom = useWideWindow();
  const [edited, edit, form] = useEdited();
  const openId = useMarkedRow(hasRoom, shown ?? edited);
  const [peeked, peek, endPeek] = usePeek();
  const onOpen = useCallback((item: Item) => whenPaneIsFree(() => show(item)), [show]);
  const onEdit = useCallback((item: Item) => edit(item, "entry"), [edit]);
  useListKeys({
    items: list.shown,
    shown,
    selection,
    actions,
    onEdit: (item) => edit(item, shown ? "modal" : "entry"),
    onClose: () => show(null),
    onVersions: (item) => whenPaneIsFree(() => show(item, true)),
    onReveal: (item, field) => peek({ item, field }),
  });
  return (
    <>
      {items.length === 0 ? (
        empty !== null && <Nothing>{empty}</Nothing>
      ) : (
        <>
          <ListToolbar {...list.tools} total={items.length} vaults={vaults} withVault={withVault} />
          <div className={styles.split} data-detail-open={openId !== null || undefined}>
            {list.shown.length === 0 ? (
              <NoMatch text={list.text} onClear={list.clear} />
            ) : (
              <ItemList
                {...{ items: list.shown, found: list.found, words: list.words }}
                selected={selection.ids}
                onSelect={selection.select}
                onExtend={selection.extend}
                inSight={hasRoom ? last : null}
                {...{ vaults, actions, onOpen, onEdit, onDragStart, openId, withStar, withVault }}
              />
            )}
            {hasRoom && <div ref={setPaneSlot} className={styles.place} />}
            {shown && (hasRoom || !edited) && (
              <ShownDetail {...{ shown, vaults, actions, show }} list={list.shown} onEdit={(item) => edit(item, "modal")} />
            )}
          </div>
          <Bulk selection={selection} actions={actions} total={list.shown.length} />
        </>
      )}
      {/* Stays where the last item of the list goes: it may be half typed. */}
      {form}
      {peeked && <Peek peeked={peeked} actions={actions} onClose={endPeek} />}
      {asked}
      {dragLabel}
    </>
  );
}

interface BulkProps {
  readonly selection: ReturnType<typeof useSelection>;
  readonly actions: ListActions;
  readonly total: number;
}

const Bulk = ({ selection, actions, total }: BulkProps) => (
  <BulkBar
    count={selection.items.length}
    total={total}
    actions={bulkActions(selection, actions)}
    onAll={selection.selectAll}
    onClear={selection.clear}
  />
);

/** A list is called empty once it is known that nothing of it waits on this device for the server. */
function Nothing({ children }: { children: ReactNode }) {
  const isReading = useIsReadingWaiting();
  useEffect(firstRowsSeen, []);
  return isReading ? <Loading label="Loading the list" /> : children;
}

function usePeek() {
  const [peeked, peek] = useState<Peeked | null>(null);
  const end = useCallback(() => peek(null), []);
  return [peeked, peek, end] as const;
}

/** @returns the item that is edited, what edits another one once the place is free, and its form. */
function useEdited(): [Item | null, (item: Item, editor: EditorName) => void, ReactNode] {
  const [edited, setEdited] = useState<{ item: Item; editor: EditorName } | null>(null);
  const edit = useCallback((item: Item, editor: EditorName) => whenPaneIsFree(() => setEdited({ item, editor })), []);
  const close = () => setEdited(null);
  const { item = null, editor } = edited ?? {};
  const form = item && editor && <ItemFormSheet key={item.id} target={{ kind: item.kind, item }} editor={editor} onClose={close} />;
  return [item, edit, form];
}

/** Next to an item's detail, and next to a form, the list is short lines. @returns the id of the item whose line is marked, which is none's for a new item; null where nothing is next to it */
function useMarkedRow(hasRoom: boolean, item: Item | null): string | null {
  const isTaken = useIsPaneTaken();
  if (!hasRoom) return null;
  return item?.id ?? (isTaken ? "" : null);
}

const saysText = ([first]: readonly Item[]): boolean => first !== undefined && TILES[first.kind].saysText === true;

interface ShownDetailProps {
  readonly shown: Item;
  readonly list: readonly Item[];
  readonly vaults: readonly Vault[];
  readonly actions: ListActions;
  readonly show: (item: Item | null) => void;
  readonly onEdit: (item: Item) => void;
}

/** The detail of an item, with the way to the previous and next one in the order of the list. */
function ShownDetail({ shown, list, vaults, actions, show, onEdit }: ShownDetailProps) {
  const position = list.findIndex(({ id }) => id === shown.id);
  return (
    <ItemDetail
      item={shown}
      vault={vaults.find(({ id }) => id === shown.categoryId) ?? null}
      actions={actions}
      onClose={() => show(null)}
      onEdit={onEdit}
      previous={list[position - 1] ?? null}
      next={position < 0 ? null : (list[position + 1] ?? null)}
      onShow={show}
    />
  );
}

/** The part of the list that search and chips leave, and what changes them. */
function useNarrowed(items: readonly Item[], vaults: readonly Vault[], isBeginning: boolean) {
  const search = usePageSearch();
  const [view, setView] = useListView();
  const text = useListSearch(items.length);
  const arranged = useMemo(() => arrange(items, view), [items, view]);
  const lists = useMemo(() => [arranged], [arranged]);
  useSearchAhead(lists, vaults);
  const found = useMemo(() => findItems(arranged, vaults, text), [arranged, vaults, text]);
  const shown = useMemo(() => found?.map(({ item }) => item) ?? arranged, [found, arranged]);
  const words = useMemo(() => searchedWords(text), [text]);
  const facets = useMemo(() => facetsOf(isBeginning ? [] : items), [items, isBeginning]);
  const isOneKind = useMemo(() => items.every(({ kind }) => kind === items[0]?.kind), [items]);
  const clear = () => {
    if (text.trim()) search.setText("");
    else if (isNarrowed(view)) setView({ ...PLAIN_VIEW, sort: view.sort });
  };
  const tools = { view, onChange: setView, facets, withLayout: isOneKind, saysText: isOneKind && saysText(items) };
  return { tools, text, words, shown, found, clear };
}
