/** The heading of a page, with what is next to it; also names the browser's tab. */
import { PRODUCT_NAME } from "@coffer/core/constants";
import { type ReactNode, use } from "react";
import { createPortal } from "react-dom";
import { TitleSlotContext } from "../frame/title-slot.ts";
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
  const slot = use(TitleSlotContext);
  const heading = <h1>{children}</h1>;
  const title = <title>{`${children} · ${PRODUCT_NAME}`}</title>;
  const inHeader = slot && createPortal(heading, slot);
  if (slot && !above && hint === undefined && actions === undefined)
    return (
      <>
        {title}
        {inHeader}
      </>
    );
  return (
    <header className={styles.title}>
      {title}
      {inHeader}
      {above}
      <div className={styles.row}>
        <div>
          {!slot && heading}
          {hint !== undefined && <p className={styles.hint}>{hint}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </header>
  );
}
