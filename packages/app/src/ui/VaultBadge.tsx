/** The vault of an item: its colour as a dot, and its name. */
import styles from "./VaultBadge.module.css";

/** @param color - `#RRGGBB`. */
export function VaultBadge({ name, color }: { name: string; color: string }) {
  return (
    <span className={styles.badge} title={name}>
      <span className={styles.dot} style={{ backgroundColor: color }} aria-hidden />
      <span className={styles.name}>{name}</span>
    </span>
  );
}

/** The same where there is room for its colour alone. */
export const VaultDot = ({ name, color }: { name: string; color: string }) => (
  <>
    <span className={styles.dot} data-alone style={{ backgroundColor: color }} aria-hidden />
    <span className="visually-hidden">{`${name}, `}</span>
  </>
);
