/** A few words in a coloured frame: a hint, a warning, what failed, what went well. */
import type { ReactNode } from "react";
import styles from "./Note.module.css";

type NoteTone = "info" | "success" | "warning" | "error";

interface Props {
  readonly tone?: NoteTone;
  readonly icon?: ReactNode;
  /** `alert` is read aloud at once, `status` when there is a pause. */
  readonly role?: "alert" | "status";
  /** Names it, where it is a part of the page one may look for. */
  readonly label?: string;
  readonly children: ReactNode;
  /** Buttons next to the text, below it where there is little room. */
  readonly actions?: ReactNode;
  /** A cross, which stays next to the first line. */
  readonly close?: ReactNode;
}

export function Note({ tone = "info", icon, role, label, children, actions, close }: Props) {
  const Element = label === undefined ? "div" : "section";
  return (
    <Element className={styles.note} data-tone={tone} data-actions={actions !== undefined || undefined} role={role} aria-label={label}>
      {icon}
      <div className={styles.text}>{children}</div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      {close}
    </Element>
  );
}
