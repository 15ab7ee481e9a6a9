/** What the list of what others share says of each: what it is, by whom, and when it ends. */
import type { ShareRow } from "@coffer/client";
import { expiryNote } from "@coffer/core/sharing/expiry";
import { shortDate } from "@coffer/core/text";
import { IconFolder } from "@tabler/icons-react";
import { KIND_ICONS } from "../vault/item/kind-icons.tsx";
import { nameOf, typeOf } from "../vault/item/share-name.ts";
import { CompareButton } from "../vault/people/CompareButton.tsx";
import styles from "./SharingCenter.module.css";

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

interface PersonProps {
  readonly row: ShareRow;
  /** Of those by the same person. */
  readonly isFirst: boolean;
  readonly onCompare: (email: string) => void;
}

export const PersonCell = ({ row: { person, isTeam, known }, isFirst, onCompare }: PersonProps) => (
  <span className={styles.person}>
    <span className={styles.email}>{person}</span>
    {isTeam && <span className={styles.type}>Team</span>}
    {!isTeam && isFirst && <CompareButton person={person} known={known} onCompare={onCompare} />}
  </span>
);

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
