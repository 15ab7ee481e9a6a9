/** What sets an item apart in a list: where a search found it, and that it is someone else's. */
import type { Item } from "@coffer/core/items/item";
import { IconSearch, IconUsers } from "@tabler/icons-react";
import { matchLabel } from "../item/match-label.ts";
import styles from "./Markers.module.css";
import type { ItemTileProps } from "./tile.ts";

type Props = Pick<ItemTileProps, "item" | "found" | "words"> & Partial<Pick<ItemTileProps, "narrow">>;

export function Markers({ item, found, words, narrow = false }: Props) {
  const place = matchLabel(item, found, words);
  return (
    <>
      {place && (
        <span className={styles.found}>
          <IconSearch size={18} aria-hidden />
          {place}
        </span>
      )}
      <SharedMarker item={item} withText={!narrow} />
    </>
  );
}

/** @param withText - false where there is room for its sign alone; it is read aloud all the same. */
export function SharedMarker({ item, withText = true }: { item: Item; withText?: boolean }) {
  if (item.isOwner) return null;
  return (
    <span className={styles.shared}>
      <IconUsers size={18} aria-hidden />
      <span className={withText ? undefined : "visually-hidden"}>Shared with you</span>
    </span>
  );
}
