/** A secure note as a sticky note: its text is what one looks for. */
import { DECRYPTION_FAILED } from "@coffer/core/items/item";
import { useDeviceSetting } from "../../frame/device-setting.ts";
import { VaultBadge } from "../../ui/VaultBadge.tsx";
import { Corner } from "./Corner.tsx";
import { Changed } from "./Lines.tsx";
import { NOTE_TEXTS } from "./NoteTexts.tsx";
import styles from "./NoteTile.module.css";
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
        <Corner ground="paper">
          {star}
          {menu}
        </Corner>
      </div>
      {texts === "on" ? (
        <p className={styles.text}>{mark(text.slice(0, SEEN_CHARACTERS))}</p>
      ) : (
        <p className={styles.hidden}>Text hidden</p>
      )}
      <div className={styles.foot}>
        {vault && <VaultBadge name={vault.name} color={vault.color} />}
        {marker}
        <Changed item={item} />
      </div>
    </div>
  );
}
