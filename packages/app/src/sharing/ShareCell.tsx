/** What both tables of the Sharing Center say of a share: what it is, with whom, and when it ends. */
import type { ShareRow } from "@coffer/client";
import { expiryNote } from "@coffer/core/sharing/expiry";
import { shortDate } from "@coffer/core/text";
import { IconFolder, IconShieldCheck, IconShieldX } from "@tabler/icons-react";
import { KIND_ICONS } from "../vault/item/kind-icons.tsx";
import styles from "./SharingCenter.module.css";
import { nameOf, typeOf } from "./share-name.ts";

export function ItemCell({ row }: { row: ShareRow }) {
  const Icon = row.kind === "category" ? IconFolder : KIND_ICONS[row.kind];
  return (
    <span className={styles.item}>
      <span className={styles.icon} aria-hidden>
        <Icon size={18} stroke={1.7} />
      </span>
      <span className={styles.names}>
        <span className={styles.name}>{nameOf(row)}</span>
        <span className={styles.type}>{typeOf(row.kind)}</span>
      </span>
    </span>
  );
}

/** The person, and whether their key is the one that was compared. */
export function PersonCell({ row, onCompare }: { row: ShareRow; onCompare: (email: string) => void }) {
  if (row.isTeam)
    return (
      <span className={styles.person}>
        <span className={styles.email}>{row.person}</span>
        <span className={styles.type}>Team</span>
      </span>
    );
  const isChanged = row.known === "changed";
  const Icon = isChanged ? IconShieldX : IconShieldCheck;
  return (
    <span className={styles.person}>
      <span className={styles.email}>{row.person}</span>
      <button
        type="button"
        className={styles.known}
        data-known={row.known}
        onClick={() => onCompare(row.person)}
        aria-label={`Safety number of ${row.person}: ${KNOWN[row.known]}`}
      >
        <Icon size={18} stroke={1.8} aria-hidden />
        {KNOWN[row.known]}
      </button>
    </span>
  );
}

const KNOWN: Readonly<Record<ShareRow["known"], string>> = {
  new: "Not verified",
  unverified: "Not verified",
  verified: "Verified",
  changed: "Key changed",
};

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
