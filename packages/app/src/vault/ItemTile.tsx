/** One item in a grid: makes the controls every face shares and lets the face of its kind arrange them. */
import { type Item, titleOf, type Vault } from "@coffer/core/items/item";
import { ActionIcon } from "@mantine/core";
import { IconKey, IconStar, IconStarFilled, IconUser, IconUsers } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { CopyButton } from "../ui/CopyButton.tsx";
import { FACES } from "./faces/faces.ts";
import { ItemMenu } from "./ItemMenu.tsx";
import { copyLabel, mayOrganise } from "./rights.ts";
import type { ItemActions } from "./use-item-actions.ts";

export interface ItemTileProps {
  readonly item: Item;
  readonly vault: Vault | null;
  readonly actions: ItemActions;
  readonly onOpen: (item: Item) => void;
  readonly onEdit: (item: Item) => void;
  readonly withStar: boolean;
  readonly narrow: boolean;
  /** 0 for the item that Tab reaches, -1 for all others of the list. */
  readonly tabIndex: number;
}

export const ItemTile = memo(function ItemTile(props: ItemTileProps) {
  const { item, vault } = props;
  const { Face } = FACES[item.kind];
  return (
    <article className={`tile tile-${item.kind}`} data-tampered={item.state === "tampered" || undefined}>
      <Face
        item={item}
        vault={vault}
        title={<OpenButton {...props} />}
        star={<Star {...props} />}
        menu={<ItemMenu {...props} />}
        marker={<SharedMarker item={item} />}
        quick={<QuickCopies {...props} />}
      />
    </article>
  );
});

/** The name of the item; its click area is the whole tile. */
export function OpenButton({ item, onOpen, tabIndex }: Pick<ItemTileProps, "item" | "onOpen" | "tabIndex">) {
  return (
    <button type="button" className="tile-open" data-open tabIndex={tabIndex} onClick={() => onOpen(item)}>
      {titleOf(item)}
    </button>
  );
}

export function Star({ item, actions, withStar, tabIndex }: Pick<ItemTileProps, "item" | "actions" | "withStar" | "tabIndex">) {
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

export function SharedMarker({ item }: { item: Item }) {
  if (item.isOwner) return null;
  return (
    <span className="shared-marker">
      <IconUsers size={14} stroke={1.8} aria-hidden />
      Shared with you
    </span>
  );
}

interface QuickCopiesProps extends Pick<ItemTileProps, "item" | "actions"> {
  readonly fields?: readonly string[];
}

/** Copying without opening; what does not open is never copied. */
export function QuickCopies({ item, actions, fields = FACES[item.kind].copies }: QuickCopiesProps) {
  if (item.state === "tampered") return null;
  return fields.map((field) => (
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
};
