/** What others share: a table, or cards where a table does not fit. The tab decides what the level, the end and the actions of a row are. */
import type { ShareRow } from "@coffer/client";
import type { ReactNode } from "react";
import { useWideWindow } from "../ui/use-narrow.ts";
import { ItemCell, PersonCell } from "./ShareCell.tsx";
import styles from "./SharingCenter.module.css";

interface Props {
  readonly rows: readonly ShareRow[];
  /** Headings of the table: item, person, level, end, actions. */
  readonly columns: readonly [string, string, string, string, string];
  readonly onCompare: (email: string) => void;
  readonly level: (row: ShareRow) => ReactNode;
  /** @param isCard - no heading says what it is about. */
  readonly expiry: (row: ShareRow, isCard: boolean) => ReactNode;
  readonly actions: (row: ShareRow) => ReactNode;
}

/** With the sidebar next to it, a table has room for all its columns only on a wide page; the last column is the one that takes access back. */
export const ShareList = (props: Props) => (useWideWindow() ? <ShareTable {...props} /> : <ShareCards {...props} />);

/** What is known of a person is said once. */
const isFirst = (rows: readonly ShareRow[], row: ShareRow): boolean =>
  rows.find(({ person, known }) => person === row.person && known === row.known) === row;

function ShareTable({ rows, columns, onCompare, level, expiry, actions }: Props) {
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((name) => (
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
                <PersonCell row={row} isFirst={isFirst(rows, row)} onCompare={onCompare} />
              </td>
              <td>{level(row)}</td>
              <td>{expiry(row, false)}</td>
              <td>{actions(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ShareCards({ rows, onCompare, level, expiry, actions }: Props) {
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={row.id} className={styles.card} data-expired={row.isExpired || undefined}>
          <div className={styles.head}>
            <ItemCell row={row} />
            {actions(row)}
          </div>
          <PersonCell row={row} isFirst={isFirst(rows, row)} onCompare={onCompare} />
          <div className={styles.selects}>
            {level(row)}
            {expiry(row, true)}
          </div>
        </li>
      ))}
    </ul>
  );
}
