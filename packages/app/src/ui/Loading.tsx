/** Rows where content will be, so that nothing jumps when it comes. */
import styles from "./Loading.module.css";

export function Loading({ rows = 6, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <div className={styles.loading} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className={styles.row} aria-hidden>
          <span className={styles.tile} />
          <span className={styles.lines}>
            <span className={styles.line} />
            <span className={styles.line} data-short />
          </span>
        </div>
      ))}
    </div>
  );
}
