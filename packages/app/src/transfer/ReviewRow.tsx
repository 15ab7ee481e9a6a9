/** What a row of the review is made of, in the table and on cards. */
import type { Candidate } from "@coffer/core/transfer/import";
import { ActionIcon, Checkbox } from "@mantine/core";
import { IconEye, IconEyeOff, IconTrash } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import styles from "./ReviewRow.module.css";

export interface RowActions {
  readonly selected: ReadonlySet<string>;
  readonly existing: ReadonlySet<string>;
  readonly disabled: boolean;
  readonly onSelect: (ids: readonly string[], on: boolean) => void;
  readonly onRemove: (row: Candidate) => void;
}

/** Shown for what a row does not have. */
export const DASH = "-";
export const rowName = (row: Candidate): string => row.name || "Unnamed Item";

export function SelectAll({ rows, selected, disabled, onSelect, label }: { rows: readonly Candidate[]; label?: string } & RowActions) {
  const chosen = rows.filter(({ id }) => selected.has(id)).length;
  const all = rows.length > 0 && chosen === rows.length;
  return (
    <Checkbox
      {...(label ? { label } : { "aria-label": "Select all" })}
      checked={all}
      indeterminate={chosen > 0 && !all}
      disabled={disabled || rows.length === 0}
      onChange={() =>
        onSelect(
          rows.map(({ id }) => id),
          !all,
        )
      }
    />
  );
}

interface FlagsProps {
  readonly row: Candidate;
  readonly isExisting: boolean;
  /** How a row the vault already holds is called; a table has less room than a card. */
  readonly existing: string;
}

export function RowFlags({ row, isExisting, existing }: FlagsProps) {
  if (isExisting) {
    return (
      <span className={styles.flag} data-existing>
        {existing}
      </span>
    );
  }
  return row.status === "incomplete" ? <span className={styles.flag}>Incomplete</span> : null;
}

export function RemoveButton({ row, disabled, onRemove }: { row: Candidate } & Pick<RowActions, "disabled" | "onRemove">) {
  const label = `Remove ${rowName(row)}`;
  return (
    <ActionIcon variant="subtle" color="red" size={32} aria-label={label} title={label} disabled={disabled} onClick={() => onRemove(row)}>
      <IconTrash size={18} />
    </ActionIcon>
  );
}

/** Masked until it is asked for; hides again when the row scrolls away. */
export function MaskedPassword({ row, bullets }: { row: Candidate; bullets: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!shown) return;
    const hide = () => setShown(false);
    window.addEventListener("blur", hide);
    return () => window.removeEventListener("blur", hide);
  }, [shown]);
  if (!row.password) return DASH;
  const label = shown ? `Hide password of ${rowName(row)}` : `Show password of ${rowName(row)}`;
  return (
    <span className={styles.password}>
      <span className={shown ? styles.secret : undefined}>{shown ? row.password : bullets}</span>
      <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? <IconEyeOff size={18} /> : <IconEye size={16} />}
      </ActionIcon>
    </span>
  );
}
