/** What sets an item apart in a list: where a search found it, that the server does not have it yet, that something in it is to be chosen, and that it is someone else's. */
import type { Item } from "@coffer/core/items/item";
import { OTHERS_FIELD } from "@coffer/core/items/other-values";
import { IconArrowsSplit2, IconCloudUp, IconCloudX, IconSearch, IconUsers } from "@tabler/icons-react";
import { matchLabel } from "../item/match-label.ts";
import { useRefusal } from "../waiting/waiting-queries.ts";
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
      <WaitingMarker item={item} withText={!narrow} />
      <ChoiceMarker item={item} withText={!narrow} />
      <SharedMarker item={item} withText={!narrow} />
    </>
  );
}

/** The server does not have its last change yet, or did not take it. @param words - for the one and the other */
export function WaitingMarker({ item, ...shown }: { item: Item; withText?: boolean; words?: typeof WAITING_WORDS }) {
  return item.waits ? <Waits id={item.id} {...shown} /> : null;
}

const WAITING_WORDS = { waits: "Not sent yet", refused: "Not taken by the server" };

function Waits({ id, withText = true, words = WAITING_WORDS }: { id: string; withText?: boolean; words?: typeof WAITING_WORDS }) {
  const refusal = useRefusal(id);
  const Icon = refusal === null ? IconCloudUp : IconCloudX;
  return (
    <span className={refusal === null ? styles.waits : styles.choice} title={refusal ?? undefined}>
      <Icon size={18} aria-hidden />
      <span className={withText ? undefined : "visually-hidden"}>{refusal === null ? words.waits : words.refused}</span>
    </span>
  );
}

/** A field of it was changed by two people or devices at once. */
function ChoiceMarker({ item, withText }: { item: Item; withText: boolean }) {
  if (!item.holds?.includes(OTHERS_FIELD)) return null;
  return (
    <span className={styles.choice}>
      <IconArrowsSplit2 size={18} aria-hidden />
      <span className={withText ? undefined : "visually-hidden"}>Two versions</span>
    </span>
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
