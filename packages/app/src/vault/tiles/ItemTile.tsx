/** One item in a grid: makes the controls every tile shares and lets the tile of its kind arrange them. */
import { type Item, titleOf } from "@coffer/core/items/item";
import { ActionIcon } from "@mantine/core";
import { Icon123, IconKey, IconSearch, IconStar, IconStarFilled, IconUser, IconUsers } from "@tabler/icons-react";
import { type MouseEvent, memo, type ReactNode } from "react";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { isCopyable } from "../item/copyable.ts";
import { foundIn } from "../item/found-in.ts";
import { copyLabel, mayOrganise } from "../item/rights.ts";
import type { ItemActions } from "../item/use-item-actions.ts";
import { ItemMenu } from "./ItemMenu.tsx";
import { SelectBox } from "./SelectBox.tsx";
import type { ItemTileProps } from "./tile.ts";
import { TILES } from "./tiles.ts";

export const ItemTile = memo(function ItemTile(props: ItemTileProps) {
  const { item, vault } = props;
  const { Tile } = TILES[item.kind];
  return (
    <article
      className={`tile tile-${item.kind}`}
      data-tampered={item.state === "tampered" || undefined}
      data-selected={props.selected || undefined}
    >
      <SelectBox {...props} />
      <Tile
        item={item}
        vault={vault}
        title={<OpenButton {...props} />}
        star={<Star {...props} />}
        menu={<ItemMenu {...props} />}
        marker={<Markers {...props} />}
        quick={<QuickCopies {...props} />}
      />
    </article>
  );
});

/** The name of the item; its click area is the whole tile. */
export function OpenButton({ item, onOpen, onSelect, tabIndex }: Pick<ItemTileProps, "item" | "onOpen" | "onSelect" | "tabIndex">) {
  // With a key held a click selects, as in a file manager.
  const onClick = (event: MouseEvent) => (event.shiftKey || event.ctrlKey || event.metaKey ? onSelect(item, event.shiftKey) : onOpen(item));
  return (
    <button type="button" className="tile-open" data-open tabIndex={tabIndex} onClick={onClick}>
      {titleOf(item)}
    </button>
  );
}

interface StarProps extends Pick<ItemTileProps, "item" | "withStar" | "tabIndex"> {
  readonly actions: ItemActions;
}

export function Star({ item, actions, withStar, tabIndex }: StarProps) {
  if (!withStar || !mayOrganise(item)) return null;
  const name = titleOf(item);
  return (
    <ActionIcon
      variant="subtle"
      color={item.favourite ? "yellow" : "gray"}
      size={28}
      className="tile-star"
      aria-pressed={item.favourite}
      aria-label={item.favourite ? `Remove ${name} from favorites` : `Add ${name} to favorites`}
      tabIndex={tabIndex}
      data-tile-control
      data-on={item.favourite || undefined}
      onClick={() => void actions.toggleFavourite(item)}
    >
      {item.favourite ? <IconStarFilled size={17} /> : <IconStar size={17} stroke={1.7} />}
    </ActionIcon>
  );
}

/** What sets an item apart in this list. */
export function Markers({ item, found }: Pick<ItemTileProps, "item" | "found">) {
  const place = foundIn(item.kind, found);
  return (
    <>
      {place && (
        <span className="found-marker">
          <IconSearch size={13} stroke={1.8} aria-hidden />
          {place}
        </span>
      )}
      <SharedMarker item={item} />
    </>
  );
}

export function SharedMarker({ item }: { item: Item }) {
  if (item.isOwner) return null;
  return (
    <span className="shared-marker">
      <IconUsers size={14} stroke={1.8} aria-hidden />
      Shared with you
    </span>
  );
}

interface QuickCopiesProps extends Pick<ItemTileProps, "item"> {
  readonly actions: ItemActions;
  readonly fields?: readonly string[];
}

/** Copying without opening; what does not open is never copied. */
export function QuickCopies({ item, actions, fields = TILES[item.kind].copies }: QuickCopiesProps) {
  const present = fields.filter((field) => isCopyable(item, field));
  return present.map((field) => (
    <CopyButton
      key={field}
      label={copyLabel(item.kind, field, titleOf(item))}
      icon={COPY_ICONS[field]}
      value={() => actions.read(item, field)}
      onCopied={() => actions.used(item)}
    />
  ));
}

/** Two equal signs beside each other would not say which is which. */
const COPY_ICONS: Readonly<Record<string, ReactNode>> = {
  username: <IconUser size={18} aria-hidden />,
  password: <IconKey size={18} aria-hidden />,
  totp: <Icon123 size={18} aria-hidden />,
};
