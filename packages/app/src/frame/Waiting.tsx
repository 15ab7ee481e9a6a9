/** Shown in place of a page while its code or the session is loaded: nothing at first, then a quiet sign. */
import styles from "./Waiting.module.css";

export function Waiting() {
  return (
    <div className={styles.waiting} role="status" data-waiting>
      <WaitingDot />
      <span className="visually-hidden">Loading</span>
    </div>
  );
}

/** The sign alone, for places that say themselves what is awaited. */
export const WaitingDot = () => <span className={styles.dot} aria-hidden />;
