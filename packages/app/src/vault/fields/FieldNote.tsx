/** What is said of a field right below its value. */
import styles from "./FieldNote.module.css";

export const FieldNote = ({ children }: { children: string }) => <span className={styles.note}>{children}</span>;
