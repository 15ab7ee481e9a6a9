/** A ring that runs down: of a one-time code, of what is on the clipboard. It fills its container. */
import styles from "./Ring.module.css";

/** Of the circle below; its length is then 100. */
const RADIUS = 100 / (2 * Math.PI);

/** @param left - of 1. */
export const Ring = ({ left }: { left: number }) => (
  <svg className={styles.ring} viewBox="0 0 40 40" aria-hidden>
    <circle className={styles.ground} cx="20" cy="20" r={RADIUS} />
    <circle className={styles.left} cx="20" cy="20" r={RADIUS} strokeDasharray={`${left * 100} 100`} data-ring={Math.round(left * 100)} />
  </svg>
);
