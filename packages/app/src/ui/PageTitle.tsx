/** The heading of a page, with what is next to it; also names the browser's tab. */
import { PRODUCT_NAME } from "@coffer/core/constants";
import type { ReactNode } from "react";
import styles from "./PageTitle.module.css";

export function PageTitle({
  children,
  hint,
  actions,
  above,
}: {
  children: string;
  hint?: ReactNode;
  actions?: ReactNode;
  above?: ReactNode;
}) {
  return (
    <header className={styles.title}>
      <title>{`${children} · ${PRODUCT_NAME}`}</title>
      {above}
      <div className={styles.row}>
        <div>
          <h1>{children}</h1>
          {hint !== undefined && <p className={styles.hint}>{hint}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </header>
  );
}
