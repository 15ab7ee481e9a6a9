/** The shape of the signed-in pages until their frame is loaded. Small: it comes with the first page. */
import { PageSkeleton } from "../ui/PageSkeleton.tsx";
import styles from "./ShellSkeleton.module.css";

export const ShellSkeleton = () => (
  <div className={styles.shell}>
    <div className={styles.sidebar} aria-hidden />
    <div className={styles.main}>
      <div className={styles.header} aria-hidden />
      <div className={styles.content}>
        <PageSkeleton />
      </div>
    </div>
  </div>
);
