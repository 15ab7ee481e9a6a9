/** What a sheet is made of: a head that stays, what is read or filled in, and a foot that stays. */
import type { ReactNode } from "react";
import styles from "./SheetParts.module.css";

export interface SheetContent {
  readonly title: string;
  /** The content begins with the same words, larger: the head need not show them. */
  readonly titleInContent?: boolean;
  /** Buttons next to the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Stays in sight while the content scrolls. */
  readonly footer?: ReactNode;
  /** The foot saves what is filled in: the keyboard comes to it after the fields, wherever it is. */
  readonly isForm?: boolean;
  /** What went wrong, said next to the buttons that did it. */
  readonly notice?: ReactNode;
}

interface Props extends Omit<SheetContent, "title" | "isForm"> {
  readonly back?: ReactNode;
  readonly title: (className: string | undefined) => ReactNode;
  readonly close: ReactNode;
}

export const SheetParts = ({ back, title, titleInContent = false, actions, close, children, footer, notice }: Props) => (
  <>
    <div className={styles.header}>
      {back}
      <div className={styles.title}>{title(titleInContent ? "visually-hidden" : styles.words)}</div>
      {actions}
      {close}
      {footer === undefined && notice}
    </div>
    <div className={styles.body}>{children}</div>
    {footer !== undefined && (
      <div className={styles.footer}>
        {notice}
        {footer}
      </div>
    )}
  </>
);
