/** A list inside a panel: devices, profiles, what happened. */
import type { ReactNode } from "react";
import styles from "./Rows.module.css";

export const Rows = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul className={styles.rows} aria-label={label}>
    {children}
  </ul>
);

/** @param tag - shown in a coloured frame next to the title. @param isAmiss - the tag says that something is not as it should be. @param action - what can be done about it. */
export function Row({
  icon,
  title,
  tag,
  isAmiss = false,
  note,
  action,
}: {
  icon?: ReactNode;
  title: string;
  tag?: string | undefined;
  isAmiss?: boolean;
  note?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <li className={styles.row}>
      {icon}
      <div className={styles.main}>
        <div className={styles.title}>
          {title}
          {tag !== undefined && (
            <span className={styles.tag} data-amiss={isAmiss || undefined}>
              {tag}
            </span>
          )}
        </div>
        {note !== undefined && <div className={styles.note}>{note}</div>}
      </div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </li>
  );
}

/** Shown where there is no row. */
export const NoRows = ({ children }: { children: ReactNode }) => <p className={styles.note}>{children}</p>;
