/** Says in one line that a list holds nothing, where a picture and a way out would be too much. */
import styles from "./EmptyLine.module.css";

export const EmptyLine = ({ children }: { children: string }) => <p className={styles.line}>{children}</p>;
