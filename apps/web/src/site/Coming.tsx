/** Marks what is not in this version. */
import styles from "./Coming.module.css";

export const Coming = () => <span className={styles.coming}>Coming</span>;
