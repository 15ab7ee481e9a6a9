/** The frame of the popup and of the side panel: what is for the open site, and below it the app. The popup has the size that popups have, the panel its own. */
import { NextToPageContext } from "@coffer/app/frame/next-to-page.ts";
import type { ReactNode } from "react";
import { isPanel } from "./own-window.ts";
import styles from "./Popup.module.css";

export function Popup({ over, children }: { over: ReactNode; children: ReactNode }) {
  return (
    <div className={isPanel ? styles.panel : styles.popup}>
      {over}
      <div className={styles.app}>
        <NextToPageContext value={isPanel}>{children}</NextToPageContext>
      </div>
    </div>
  );
}
