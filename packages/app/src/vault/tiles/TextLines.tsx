/** A name with something below it, or on the same line where lines are compact; and the date at the end of a tile. */
import type { Item } from "@coffer/core/items/item";
import { isMoment, shortDate } from "@coffer/core/text";
import type { ReactNode } from "react";
import styles from "./TextLines.module.css";

export const TextLines = ({ inline = false, children }: { inline?: boolean; children: ReactNode }) => (
  <div className={styles.lines} data-inline={inline || undefined}>
    {children}
  </div>
);

export const Subtitle = ({ children }: { children: ReactNode }) => <span className={styles.sub}>{children}</span>;

/** When an item was changed last. */
export const ChangedDate = ({ item: { updatedAt } }: { item: Item }) => (
  <time className={styles.changed} dateTime={isMoment(updatedAt) ? new Date(updatedAt).toISOString() : undefined}>
    {shortDate(updatedAt)}
  </time>
);
