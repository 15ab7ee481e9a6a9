/** A table of people, invitations or roles; where there is little room each row becomes a card that says what its cells are. */
import type { ReactNode } from "react";
import styles from "./Table.module.css";

interface TableProps {
  readonly label: string;
  readonly columns: readonly string[];
  readonly children: ReactNode;
}

export const Table = ({ label, columns, children }: TableProps) => (
  <table className={styles.table} aria-label={label}>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

/** @param label - of the column; the first cell, and that of what can be done, need none */
export const Cell = ({ label, children }: { label?: string; children: ReactNode }) => (
  <td data-label={label}>
    <div className={styles.cell}>{children}</div>
  </td>
);

/** An address, which parts before its "@" first where there is little room. */
export function Email({ children: address }: { children: string }) {
  const at = Math.max(0, address.lastIndexOf("@"));
  return (
    <span>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}

/** Who or what a row is about. */
export const MainCell = ({ children, note }: { children: ReactNode; note?: ReactNode }) => (
  <td>
    <div className={styles.main}>{children}</div>
    {note !== undefined && <div className={styles.note}>{note}</div>}
  </td>
);

interface BadgeProps {
  readonly children: string;
  readonly title?: string;
  readonly quiet?: boolean;
  /** Something to be careful about, not an achievement. */
  readonly warns?: boolean;
}

export const Badge = ({ children, title, quiet = false, warns = false }: BadgeProps) => (
  <span className={styles.badge} data-quiet={quiet || undefined} data-warns={warns || undefined} title={title}>
    {children}
  </span>
);

/** Icons that stay next to each other however little room there is. */
export const Together = ({ children }: { children: ReactNode }) => <span className={styles.together}>{children}</span>;
