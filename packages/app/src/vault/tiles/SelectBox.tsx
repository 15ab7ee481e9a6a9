/** The box that selects an item of a list. Seen when the item is pointed at or has the focus, where there is room next to the picture, and on all once one is selected; on touch screens a long press selects the first. Invisible, it takes no press. */
import { titleOf } from "@coffer/core/items/item";
import { memo } from "react";
import styles from "./SelectBox.module.css";
import type { ItemTileProps } from "./tile.ts";

interface Props extends Pick<ItemTileProps, "item" | "selected" | "onSelect" | "tabIndex"> {
  /** At the beginning of a line, not over the corner of a tile. */
  readonly inLine?: boolean;
}

export const SelectBox = memo(function SelectBox({ item, selected, onSelect, tabIndex, inLine = false }: Props) {
  return (
    <label className={styles.box} data-in-line={inLine || undefined} data-tile-control>
      <input
        type="checkbox"
        aria-label={`Select ${titleOf(item)}`}
        tabIndex={tabIndex}
        checked={selected}
        onChange={(event) => onSelect(item, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
      />
    </label>
  );
});
