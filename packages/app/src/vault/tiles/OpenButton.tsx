/** The name of a tile or line; its click area covers all of it. The parent sets corners, outline and ink. */
import { titleOf } from "@coffer/core/items/item";
import type { MouseEvent } from "react";
import { Link } from "react-router";
import { highlightMatches } from "../item/highlight-matches.tsx";
import styles from "./OpenButton.module.css";
import type { ItemTileProps } from "./tile.ts";

type OpenProps = Pick<ItemTileProps, "item" | "words" | "onOpen" | "onSelect" | "shown" | "tabIndex">;

export function OpenButton({ item, words, onOpen, onSelect, shown, tabIndex }: OpenProps) {
  // With a key held a click selects, as in a file manager.
  const onClick = (event: MouseEvent) => (event.shiftKey || event.ctrlKey || event.metaKey ? onSelect(item, event.shiftKey) : onOpen(item));
  return (
    <button type="button" className={styles.open} data-open aria-current={shown || undefined} tabIndex={tabIndex} onClick={onClick}>
      {highlightMatches(titleOf(item), words)}
    </button>
  );
}

/** For what does not open, as a deleted item: its area only selects. */
export function SelectButton({ item, selected, onSelect, tabIndex }: Pick<ItemTileProps, "item" | "selected" | "onSelect" | "tabIndex">) {
  return (
    <button
      type="button"
      className={styles.open}
      data-open
      tabIndex={tabIndex}
      aria-pressed={selected}
      onClick={(event) => onSelect(item, event.shiftKey)}
    >
      {titleOf(item)}
    </button>
  );
}

export const OpenLink = ({ to, children }: { to: string; children: string }) => (
  <Link className={styles.open} to={to}>
    {children}
  </Link>
);
