/** The box that selects an item of a list. Seen when the item is pointed at or has the focus, always where nothing can hover or something is selected. */
import { titleOf } from "@coffer/core/items/item";
import type { ItemTileProps } from "./tile.ts";
import "../list/list-tools.css";

export function SelectBox({ item, selected, onSelect, tabIndex }: Pick<ItemTileProps, "item" | "selected" | "onSelect" | "tabIndex">) {
  return (
    <label className="select-box" data-tile-control>
      <input
        type="checkbox"
        aria-label={`Select ${titleOf(item)}`}
        tabIndex={tabIndex}
        checked={selected}
        onChange={(event) => onSelect(item, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
      />
    </label>
  );
}
