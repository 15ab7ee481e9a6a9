/** Items as a grid of tiles, or as lines where the screen is narrow, the list holds several kinds, or the person prefers them. Smooth at ten thousand. */
import type { Item, Vault } from "@coffer/core/items/item";
import { type KindName, kindOf } from "@coffer/core/items/kinds";
import type { Found } from "@coffer/core/items/search";
import { type PointerEvent, useMemo } from "react";
import { useFindings } from "../item/findings.ts";
import { ItemTile } from "../tiles/ItemTile.tsx";
import type { ListActions, OnSelect } from "../tiles/tile.ts";
import { ItemRow } from "./ItemRow.tsx";
import { useListLayout } from "./use-list-layout.ts";
import { VirtualGrid } from "./VirtualGrid.tsx";

export interface ItemListProps {
  readonly items: readonly Item[];
  readonly vaults: readonly Vault[];
  /** What says in which field each was found, in the same order, while something is searched. */
  readonly found: readonly Found[] | null;
  /** What is searched for, as `searchedWords` gives it. */
  readonly words: readonly string[];
  readonly actions: ListActions;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: OnSelect;
  readonly onExtend: (from: Item, to: Item) => void;
  readonly onOpen: (item: Item) => void;
  readonly onEdit: (item: Item) => void;
  readonly onDragStart: ((item: Item, event: PointerEvent) => void) | undefined;
  readonly withStar?: boolean;
  /** The item whose detail is open next to the list, which is then one column of short lines; null when none is. */
  readonly openId: string | null;
  /** What has to be in sight when the list begins or changes its shape, by id. */
  readonly inSight: string | null;
  /** The list is one vault's own: its badge would say the same on every item. */
  readonly withVault?: boolean;
}

export function ItemList(props: ItemListProps) {
  const {
    items,
    vaults,
    found,
    words,
    actions,
    selected,
    onSelect,
    onExtend,
    onOpen,
    onEdit,
    onDragStart,
    openId,
    withStar = true,
    withVault = true,
  } = props;
  const findings = useFindings();
  const layout = useLayout(items, openId !== null);
  const byId = useMemo(() => new Map(vaults.map((vault) => [vault.id, vault])), [vaults]);
  if (items.length === 0) return null;
  return (
    <VirtualGrid
      key={layout.key}
      items={items}
      keyOf={keyOf}
      label={layout.label}
      minWidth={layout.minWidth}
      height={layout.height}
      gap={layout.gap}
      framed={layout.asRows}
      inSight={props.inSight}
      isSelecting={selected.size > 0}
      onSelect={(item) => onSelect(item, false)}
      {...{ onExtend, onDragStart }}
      {...(openId !== null && { onReach: onOpen })}
      render={(item, tabIndex, position) => {
        const bad = findings.get(item.id)?.[0];
        const shared = {
          item,
          finding: bad?.finding ?? null,
          alike: bad?.group?.length ?? 1,
          vault: withVault && item.categoryId ? (byId.get(item.categoryId) ?? null) : null,
          actions,
          selected: selected.has(item.id),
          onSelect,
          found: found?.[position]?.field ?? null,
          words,
          onOpen,
          onEdit,
          withStar,
          narrow: layout.narrow,
          shown: item.id === openId,
          tabIndex,
        };
        return layout.asRows ? <ItemRow {...shared} density={layout.density} /> : <ItemTile {...shared} />;
      }}
    />
  );
}

const keyOf = (item: Item): string => item.id;

/** How the list is drawn: the look of its kind, lines where there are several. */
function useLayout(items: readonly Item[], hasDetail: boolean) {
  const first: KindName = items[0]?.kind ?? "password";
  const isMixed = useMemo(() => items.some(({ kind }) => kind !== first), [items, first]);
  const layout = useListLayout(first, { hasDetail, isMixed });
  const label = isMixed ? "Items" : kindOf(first).words.tab;
  return { ...layout, label, key: hasDetail ? "slim" : layout.asRows ? "rows" : first };
}
