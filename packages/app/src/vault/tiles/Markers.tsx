/** What sets an item apart in a list: where a search found it, and that it is someone else's. */
import type { Item } from "@coffer/core/items/item";
import { IconSearch, IconUsers } from "@tabler/icons-react";
import { matchLabel } from "../item/match-label.ts";
import styles from "./Markers.module.css";
import type { ItemTileProps } from "./tile.ts";

export function Markers({ item, found, words }: Pick<ItemTileProps, "item" | "found" | "words">) {
  const place = matchLabel(item, found, words);
  return (
    <>
      {place && (
        <span className={styles.found}>
          <IconSearch size={18} aria-hidden />
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
    <span className={styles.shared}>
      <IconUsers size={18} aria-hidden />
      Shared with you
    </span>
  );
}
