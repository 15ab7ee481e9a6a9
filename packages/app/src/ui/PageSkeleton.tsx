/** The shape of a page with a list, while its code or the session is loaded: nothing jumps when it comes. */
import { Loading } from "./Loading.tsx";
import styles from "./PageSkeleton.module.css";

export const PageSkeleton = () => (
  <div className={styles.page}>
    <div className={styles.title} aria-hidden />
    <Loading />
  </div>
);
