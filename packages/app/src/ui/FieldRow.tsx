/** One line of an item as it is shown: label, value, and what can be done with it. */
import type { ReactNode } from "react";
import styles from "./FieldRow.module.css";

export function FieldRow({
  label,
  value,
  children,
  actions,
  nested = false,
}: {
  label: string;
  value?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** One of several that belong to the row above. */
  nested?: boolean;
}) {
  return (
    <div className={styles.row} data-nested={nested || undefined}>
      <div className={styles.main}>
        <div className={styles.label}>{label}</div>
        <div className={styles.value} dir="auto">
          {children ?? value}
        </div>
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

/** Field rows that belong together, in one frame. */
export function FieldGroup({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      {title !== undefined && <h3 className={styles.groupTitle}>{title}</h3>}
      <div className={styles.rows}>{children}</div>
    </section>
  );
}
