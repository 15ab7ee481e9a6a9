/** A secure note as a sticky note: its text is what one looks for. */
import { DECRYPTION_FAILED } from "@coffer/core/items/item";
import { useDeviceSetting } from "../../frame/device-setting.ts";
import { VaultBadge } from "../../ui/VaultBadge.tsx";
import { NOTE_TEXTS } from "./NoteTextsButton.tsx";
import styles from "./NoteTile.module.css";
import { ChangedDate } from "./TextLines.tsx";
import { TileControls } from "./TileControls.tsx";
import type { TileProps } from "./tile.ts";

/** More does not fit on it. */
const SEEN_CHARACTERS = 2000;

export function NoteTile({ item, vault, title, star, menu, marker, mark }: TileProps) {
  const [texts] = useDeviceSetting(NOTE_TEXTS);
  const text = item.state === "tampered" ? DECRYPTION_FAILED : (item.fields.notes ?? "");
  return (
    <div className={styles.note}>
      <div className={styles.head}>
        {title}
        <TileControls ground="paper">
          {star}
          {menu}
        </TileControls>
      </div>
      {texts === "on" ? (
        <p className={styles.text}>{mark(text.slice(0, SEEN_CHARACTERS))}</p>
      ) : (
        <p className={styles.hidden}>Text hidden</p>
      )}
      <div className={styles.foot}>
        {vault && <VaultBadge name={vault.name} color={vault.color} />}
        {marker}
        <ChangedDate item={item} />
      </div>
    </div>
  );
}
