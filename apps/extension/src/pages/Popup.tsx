/** The frame of the popup: what is for the open site, and below it the app in the size that popups have. */
import type { ReactNode } from "react";
import styles from "./Popup.module.css";

export function Popup({ over, children }: { over: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.popup}>
      {over}
      <div className={styles.app}>{children}</div>
    </div>
  );
}
