/** What others share with the user: opened from here, to be read or edited as they allow. An expired share is still listed, and does nothing. */
import type { ShareRow } from "@coffer/client";
import { Button } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { EmptyState } from "../ui/EmptyState.tsx";
import { nameOf } from "../vault/item/share-name.ts";
import { LEVELS } from "./levels.ts";
import { ExpiryText } from "./ShareCell.tsx";
import { ShareList } from "./ShareList.tsx";
import styles from "./SharingCenter.module.css";

interface Props {
  readonly rows: readonly ShareRow[];
  readonly onOpen: (row: ShareRow) => void;
  readonly onCompare: (email: string) => void;
}

export function SharedWithMe({ rows, onOpen, onCompare }: Props) {
  if (rows.length === 0)
    return <EmptyState icon={<IconUsers />} title="No shared items" text="No one has shared any passwords or other items with you yet." />;
  return (
    <section aria-label="Items Shared With You">
      <h2 className={styles.title}>Items Shared With You</h2>
      <ShareList
        rows={rows}
        columns={["Item Details", "Shared By", "Access Level", "Expires", "Actions"]}
        onCompare={onCompare}
        level={(row) => <span>{levelOf(row)}</span>}
        expiry={({ expiresAt }, isCard) => <ExpiryText expiresAt={expiresAt} never={isCard ? "Never expires" : "Never"} />}
        actions={(row) => <OpenButton row={row} onOpen={onOpen} />}
      />
    </section>
  );
}

const levelOf = ({ permission }: ShareRow): string => LEVELS[permission].word;

/** No button for a share that has expired, or whose signature is not believed. */
function OpenButton({ row, onOpen }: { row: ShareRow } & Pick<Props, "onOpen">) {
  if (row.isExpired || row.name === null) return null;
  const label = row.kind === "category" ? "Open" : levelOf(row);
  return (
    <Button variant="default" size="compact-md" aria-label={`${label} ${nameOf(row)}`} onClick={() => onOpen(row)}>
      {label}
    </Button>
  );
}
