/** A plain page of text with a date. */
import { PRODUCT_NAME } from "@coffer/core/constants";
import type { ReactNode } from "react";
import styles from "./Prose.module.css";

export function Prose({ title, date, children }: { title: string; date?: string; children: ReactNode }) {
  return (
    <article className={styles.prose}>
      <title>{`${title} · ${PRODUCT_NAME}`}</title>
      <h1>{title}</h1>
      {date !== undefined && <p className={styles.date}>{date}</p>}
      {children}
    </article>
  );
}
