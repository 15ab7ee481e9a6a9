/** When what others share ends. */
import { expiryNote } from "@coffer/core/sharing/expiry";
import { shortDate } from "@coffer/core/text";
import styles from "./SharingCenter.module.css";

/** @param never - where no heading says what it is about. */
export function ExpiryText({ expiresAt, never = "Never" }: { expiresAt: number | null; never?: string }) {
  const note = expiryNote(expiresAt, Date.now());
  if (expiresAt === null) return <span className={styles.muted}>{never}</span>;
  return (
    <span className={styles.expiry}>
      {note?.isOver !== true && <span>{shortDate(expiresAt)}</span>}
      {note && (
        <span className={styles.note} data-over={note.isOver || undefined}>
          {note.text}
        </span>
      )}
    </span>
  );
}
