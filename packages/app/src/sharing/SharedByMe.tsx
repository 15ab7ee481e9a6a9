/** What one shares: changed and taken back where it is listed. Every change is asked for first; who says no leaves everything as it was. */
import type { ShareRow } from "@coffer/client";
import { ActionIcon, TextInput } from "@mantine/core";
import { IconPencil, IconSearch, IconUsers, IconUserX } from "@tabler/icons-react";
import { useState } from "react";
import { EmptyState } from "../ui/EmptyState.tsx";
import { useWideWindow } from "../ui/use-narrow.ts";
import { NoMatch } from "../vault/list/NoMatch.tsx";
import { ExpiryText, ItemCell, PersonCell } from "./ShareCell.tsx";
import { ExpirySelect, LevelSelect } from "./ShareSelects.tsx";
import styles from "./SharingCenter.module.css";
import { nameOf, typeOf } from "./share-name.ts";
import { LEVEL_LABELS, useShareActions } from "./use-share-actions.ts";

interface Props {
  readonly rows: readonly ShareRow[];
  readonly onEdit: (itemId: string) => void;
  readonly onCompare: (email: string) => void;
}

export function SharedByMe({ rows, onEdit, onCompare }: Props) {
  const [text, setText] = useState("");
  // With the sidebar beside it a table has room for all its columns only here: what takes access back is the last.
  const hasTable = useWideWindow();
  if (rows.length === 0)
    return <EmptyState icon={<IconUsers />} title="No items shared" text="You haven't shared any items with other users yet." />;
  const shown = rows.filter((row) => matches(row, text));
  const Rows = hasTable ? Table : Cards;
  return (
    <>
      <TextInput
        className={styles.search ?? ""}
        aria-label="Search shared items"
        placeholder="Search by item, person or type"
        leftSection={<IconSearch size={18} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {shown.length === 0 ? (
        <NoMatch text={text} onClear={() => setText("")} />
      ) : (
        <Rows rows={shown} onEdit={onEdit} onCompare={onCompare} />
      )}
    </>
  );
}

/** By the name of the item, the email, the type and the level (specification 3 §2). */
function matches(row: ShareRow, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return [nameOf(row), row.person, typeOf(row.kind), LEVEL_LABELS[row.permission]].some((word) => word.toLowerCase().includes(wanted));
}

function Table({ rows, onEdit, onCompare }: Props) {
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            {["Item Details", "Shared With", "Access Level", "Expiration", "Actions"].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-expired={row.isExpired || undefined}>
              <td>
                <ItemCell row={row} />
              </td>
              <td>
                <PersonCell row={row} onCompare={onCompare} />
              </td>
              <td>
                <LevelSelect row={row} />
              </td>
              <td>
                <ExpirySelect row={row} />
                {row.expiresAt !== null && <ExpiryText expiresAt={row.expiresAt} />}
              </td>
              <td>
                <Actions row={row} onEdit={onEdit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards({ rows, onEdit, onCompare }: Props) {
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={row.id} className={styles.card} data-expired={row.isExpired || undefined}>
          <div className={styles.head}>
            <ItemCell row={row} />
            <Actions row={row} onEdit={onEdit} />
          </div>
          <PersonCell row={row} onCompare={onCompare} />
          <div className={styles.selects}>
            <LevelSelect row={row} />
            <ExpirySelect row={row} />
          </div>
          {row.expiresAt !== null && <ExpiryText expiresAt={row.expiresAt} />}
        </li>
      ))}
    </ul>
  );
}

function Actions({ row, onEdit }: { row: ShareRow } & Pick<Props, "onEdit">) {
  const { revoke } = useShareActions();
  return (
    <span className={styles.actions}>
      {row.kind !== "category" && (
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Edit ${nameOf(row)}`} onClick={() => onEdit(row.itemId)}>
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="red"
        size="lg"
        aria-label={`Revoke access of ${row.person} to ${nameOf(row)}`}
        onClick={() => void revoke(row)}
      >
        <IconUserX size={18} aria-hidden />
      </ActionIcon>
    </span>
  );
}
