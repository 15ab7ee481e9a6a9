/** Marks an item as a favourite; its owner's alone. */
import { titleOf } from "@coffer/core/items/item";
import { ActionIcon } from "@mantine/core";
import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { mayOrganise } from "../item/rights.ts";
import type { ItemActions } from "../item/use-item-actions.ts";
import styles from "./Star.module.css";
import type { ItemTileProps } from "./tile.ts";

interface Props extends Pick<ItemTileProps, "item" | "withStar" | "tabIndex"> {
  readonly actions: ItemActions;
}

export function Star({ item, actions, withStar, tabIndex }: Props) {
  if (!withStar || !mayOrganise(item)) return null;
  const name = titleOf(item);
  return (
    <ActionIcon
      variant="subtle"
      color={item.favourite ? "yellow" : "gray"}
      size={28}
      className={styles.star}
      aria-pressed={item.favourite}
      aria-label={item.favourite ? `Remove ${name} from favorites` : `Add ${name} to favorites`}
      tabIndex={tabIndex}
      data-tile-control
      data-on={item.favourite || undefined}
      onClick={() => void actions.toggleFavourite(item)}
    >
      {item.favourite ? <IconStarFilled size={18} /> : <IconStar size={18} />}
    </ActionIcon>
  );
}
