/** The first thing that Tab reaches on every page: past what is above its content. */
import styles from "./SkipLink.module.css";

export const SkipLink = () => (
  <a className={styles.link} href="#content">
    Skip to content
  </a>
);
