/** Buttons and links that look like text: for secondary actions. */
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { Link } from "react-router";
import styles from "./TextButton.module.css";

export const TextButton = (props: Omit<ComponentPropsWithoutRef<"button">, "type" | "className">) => (
  <button {...props} type="button" className={styles.text} />
);

/** @param inline - is within a line of text, so that a finger needs no taller one. @param state - goes with the navigation. */
export const TextLink = ({
  to,
  state,
  inline = false,
  children,
}: {
  to: string;
  state?: unknown;
  inline?: boolean;
  children: ReactNode;
}) => (
  <Link to={to} state={state} className={styles.text} data-inline={inline || undefined}>
    {children}
  </Link>
);

/** Several of them below each other, in the middle. */
export const TextButtons = ({ children }: { children: ReactNode }) => <div className={styles.list}>{children}</div>;
