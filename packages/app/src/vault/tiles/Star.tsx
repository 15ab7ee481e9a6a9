/** Marks an item as a favourite; its owner's alone. */
import { titleOf } from "@coffer/core/items/item";
import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { memo } from "react";
import { IconButton } from "../../ui/IconButton.tsx";
import { mayOrganise } from "../item/rights.ts";
import type { ItemActions } from "../item/use-item-actions.ts";
import styles from "./Star.module.css";
import type { ItemTileProps } from "./tile.ts";

interface Props extends Pick<ItemTileProps, "item" | "withStar" | "tabIndex"> {
  readonly actions: ItemActions;
}

export const Star = memo(function Star({ item, actions, withStar, tabIndex }: Props) {
  if (!withStar || !mayOrganise(item)) return null;
  const name = titleOf(item);
  return (
    <IconButton
      color={item.favourite ? "yellow" : "gray"}
      className={styles.star}
      aria-pressed={item.favourite}
      aria-label={item.favourite ? `Remove ${name} from favorites` : `Add ${name} to favorites`}
      tabIndex={tabIndex}
      data-tile-control
      data-on={item.favourite || undefined}
      onClick={() => void actions.toggleFavourite(item)}
    >
      {item.favourite ? <IconStarFilled size={18} /> : <IconStar size={18} />}
    </IconButton>
  );
});
