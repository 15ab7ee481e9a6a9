/** Items as a grid of tiles, or as lines where the screen is narrow or the list holds several kinds. Smooth at ten thousand. */
import type { Item, Vault } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { useNarrow } from "../ui/use-narrow.ts";
import { FACES, NARROW_ROW_HEIGHT, ROW_HEIGHT, TILE_GAP } from "./faces/faces.ts";
import { ItemRow } from "./ItemRow.tsx";
import { ItemTile } from "./ItemTile.tsx";
import type { ItemActions } from "./use-item-actions.ts";
import { VirtualGrid } from "./VirtualGrid.tsx";
import "./vault.css";

export interface ItemListProps {
  readonly items: readonly Item[];
  readonly vaults: readonly Vault[];
  readonly actions: ItemActions;
  readonly onOpen: (item: Item) => void;
  readonly onEdit: (item: Item) => void;
  readonly withStar?: boolean;
  /** The list is one vault's own: its badge would say the same on every item. */
  readonly withVault?: boolean;
}

export function ItemList({ items, vaults, actions, onOpen, onEdit, withStar = true, withVault = true }: ItemListProps) {
  const narrow = useNarrow();
  const kinds = new Set(items.map(({ kind }) => kind));
  const [first] = kinds;
  if (!first) return null;
  const face = FACES[first];
  const asRows = kinds.size > 1 || (narrow && face.narrow === "row");
  const Entry = asRows ? ItemRow : ItemTile;
  const rowHeight = narrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
  const byId = new Map(vaults.map((vault) => [vault.id, vault]));
  return (
    <VirtualGrid
      key={asRows ? "rows" : first}
      items={items}
      keyOf={keyOf}
      label={kinds.size > 1 ? "Items" : kindOf(first).words.tab}
      minWidth={asRows ? Number.POSITIVE_INFINITY : face.minWidth}
      height={asRows ? rowHeight : face.height}
      gap={asRows ? 0 : TILE_GAP}
      framed={asRows}
      render={(item, tabIndex) => (
        <Entry
          item={item}
          vault={withVault && item.categoryId ? (byId.get(item.categoryId) ?? null) : null}
          actions={actions}
          onOpen={onOpen}
          onEdit={onEdit}
          withStar={withStar}
          narrow={narrow}
          tabIndex={tabIndex}
        />
      )}
    />
  );
}

const keyOf = (item: Item): string => item.id;
