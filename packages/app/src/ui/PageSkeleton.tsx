/** The shape of a page with a list, while its code or the session is loaded: nothing jumps when it comes. */
import { Loading } from "./Loading.tsx";
import styles from "./PageSkeleton.module.css";

/** @param title - what the page is called, where that is known before it is there. */
export const PageSkeleton = ({ title }: { title?: string | undefined }) => (
  <div className={styles.page}>
    {title === undefined && <div className={styles.title} aria-hidden />}
    <h1 className={title === undefined ? "visually-hidden" : undefined}>{title ?? "Loading"}</h1>
    <Loading />
  </div>
);
