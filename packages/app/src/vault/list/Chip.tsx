/** A rounded button above a list: one that is on or off, or the way to a menu. */
import { LOCALE } from "@coffer/core/text";
import type { ComponentPropsWithRef } from "react";
import styles from "./Chip.module.css";

interface Props extends Omit<ComponentPropsWithRef<"button">, "className" | "type"> {
  /** Something of its menu is chosen. */
  readonly on?: boolean;
  /** Without a frame. */
  readonly quiet?: boolean;
}

export const Chip = ({ on = false, quiet = false, ...props }: Props) => (
  <button {...props} type="button" className={styles.chip} data-on={on || undefined} data-quiet={quiet || undefined} />
);

/** How many items it leaves. */
export const ChipCount = ({ count }: { count: number }) => <span className={styles.count}>{count.toLocaleString(LOCALE)}</span>;
