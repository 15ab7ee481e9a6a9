/** What the user shares: changed and taken back in the list itself. Every change asks first; after a no everything is as before. */
import type { ShareRow } from "@coffer/client";
import { ActionIcon, TextInput } from "@mantine/core";
import { IconPencil, IconSearch, IconUsers, IconUserX } from "@tabler/icons-react";
import { useState } from "react";
import { EmptyState } from "../ui/EmptyState.tsx";
import { NoMatch } from "../vault/list/NoMatch.tsx";
import { LEVELS } from "./levels.ts";
import { ExpiryText } from "./ShareCell.tsx";
import { ShareList } from "./ShareList.tsx";
import { ExpirySelect, LevelSelect } from "./ShareSelects.tsx";
import styles from "./SharingCenter.module.css";
import { nameOf, typeOf } from "./share-name.ts";
import { useShareActions } from "./use-share-actions.ts";

interface Props {
  readonly rows: readonly ShareRow[];
  readonly onEdit: (itemId: string) => void;
  readonly onCompare: (email: string) => void;
}

export function SharedByMe({ rows, onEdit, onCompare }: Props) {
  const [text, setText] = useState("");
  if (rows.length === 0)
    return <EmptyState icon={<IconUsers />} title="No items shared" text="You haven't shared any items with other users yet." />;
  const shown = rows.filter((row) => matches(row, text));
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
        <ShareList
          rows={shown}
          columns={["Item Details", "Shared With", "Access Level", "Expiration", "Actions"]}
          onCompare={onCompare}
          level={(row) => (isOdd(row) ? LEVELS[row.permission].listed : <LevelSelect row={row} />)}
          expiry={(row) => (isOdd(row) ? null : <ExpirySelect row={row} />)}
          expiryNote={(row) => (isOdd(row) ? <OddNote row={row} /> : row.expiresAt !== null && <ExpiryText expiresAt={row.expiresAt} />)}
          actions={(row) => <Actions row={row} onEdit={onEdit} />}
        />
      )}
    </>
  );
}

/** Where the server's list is not what this account remembers. */
const isOdd = ({ trouble }: ShareRow): boolean => trouble === "not-listed" || trouble === "not-given";

const OddNote = ({ row }: { row: ShareRow }) => (
  <span className={styles.missing}>
    {row.trouble === "not-listed"
      ? "The server does not list this share, and you have not ended it. It stays as it is until you revoke it."
      : "The server lists this share, but you took it back or never gave it. This person gets no new key. Revoke it to tell the server again."}
  </span>
);

/** By the name of the item, the email, the type and the level (specification 3 §2). */
function matches(row: ShareRow, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  const { listed, word } = LEVELS[row.permission];
  return [nameOf(row), row.person, typeOf(row.kind), listed, word].some((word) => word.toLowerCase().includes(wanted));
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
