/** What others share with one: opened from here, to be read or edited as they allow. What has lapsed is there still, and does nothing. */
import type { ShareRow } from "@coffer/client";
import { Button } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { EmptyState } from "../ui/EmptyState.tsx";
import { useWideWindow } from "../ui/use-narrow.ts";
import { ExpiryText, ItemCell, PersonCell } from "./ShareCell.tsx";
import styles from "./SharingCenter.module.css";
import { nameOf } from "./share-name.ts";

interface Props {
  readonly rows: readonly ShareRow[];
  readonly onOpen: (row: ShareRow) => void;
  readonly onCompare: (email: string) => void;
}

export function SharedWithMe(props: Props) {
  const hasTable = useWideWindow();
  if (props.rows.length === 0)
    return <EmptyState icon={<IconUsers />} title="No shared items" text="No one has shared any passwords or other items with you yet." />;
  return (
    <section aria-label="Items Shared With You">
      <h2 className={styles.title}>Items Shared With You</h2>
      {hasTable ? <Table {...props} /> : <Cards {...props} />}
    </section>
  );
}

const levelOf = ({ permission }: ShareRow): string => (permission === "write" ? "Edit" : "View");

function Table({ rows, onOpen, onCompare }: Props) {
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            {["Item Details", "Shared By", "Access Level", "Expires", "Actions"].map((name) => (
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
              <td>{levelOf(row)}</td>
              <td>
                <ExpiryText expiresAt={row.expiresAt} />
              </td>
              <td>
                <OpenButton row={row} onOpen={onOpen} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards({ rows, onOpen, onCompare }: Props) {
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={row.id} className={styles.card} data-expired={row.isExpired || undefined}>
          <div className={styles.head}>
            <ItemCell row={row} />
            <OpenButton row={row} onOpen={onOpen} />
          </div>
          <PersonCell row={row} onCompare={onCompare} />
          <div className={styles.selects}>
            <span>{levelOf(row)}</span>
            <ExpiryText expiresAt={row.expiresAt} never="Never expires" />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Nothing is offered on what has lapsed, or is not believed. */
function OpenButton({ row, onOpen }: { row: ShareRow } & Pick<Props, "onOpen">) {
  if (row.isExpired || row.name === null) return null;
  const label = row.kind === "category" ? "Open" : levelOf(row);
  return (
    <Button variant="default" size="compact-md" aria-label={`${label} ${nameOf(row)}`} onClick={() => onOpen(row)}>
      {label}
    </Button>
  );
}
