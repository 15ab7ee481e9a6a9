/** The frame of sign-in, registration, recovery and the lock: one quiet card in the middle of the page. */
import { PRODUCT_NAME } from "@coffer/core/constants";
import type { ReactNode } from "react";
import { BrandMark } from "../frame/Brand.tsx";
import styles from "./AccountCard.module.css";

/**
 * @param title - names the browser's tab, and heads the card unless it has its own heading.
 * @param aside - is shown next to the card, or below it where there is little room.
 */
export function AccountCard({
  title,
  heading = title,
  subtitle,
  picture,
  children,
  aside,
}: {
  title: string;
  heading?: string;
  subtitle?: string;
  /** In place of the mark. */
  picture?: ReactNode;
  children: ReactNode;
  aside?: ReactNode;
}) {
  return (
    <div className={styles.page} data-aside={aside !== undefined || undefined}>
      <title>{`${title} · ${PRODUCT_NAME}`}</title>
      <div className={styles.card}>
        <div className={styles.head}>
          {picture ?? <BrandMark size={44} />}
          <h1>{heading}</h1>
          {subtitle !== undefined && <p>{subtitle}</p>}
        </div>
        {children}
      </div>
      {aside}
    </div>
  );
}

/** The last line of a card: the way to another one. */
export const CardFoot = ({ children }: { children: ReactNode }) => <p className={styles.foot}>{children}</p>;

/** Stacks the contents of a card that has no form. */
export const CardStack = ({ children }: { children: ReactNode }) => <div className={styles.stack}>{children}</div>;

/** What a step of a card asks for, or what it is doing. */
export const Lead = ({ role, children }: { role?: "status"; children: ReactNode }) => (
  <p className={styles.lead} role={role}>
    {children}
  </p>
);
