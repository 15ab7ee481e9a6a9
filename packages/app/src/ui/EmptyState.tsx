/** What a list says when it holds nothing: why, and what to do about it. */
import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

export function EmptyState({
  icon,
  picture,
  title,
  text,
  action,
  secondary,
  level = 2,
}: {
  /** Either an icon, or the coffer in a state: handed in, so that the first page does not load it. */
  icon?: ReactNode;
  picture?: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
  secondary?: ReactNode;
  /** 1 where it is all the page says. */
  level?: 1 | 2;
}) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <section className={styles.state}>
      {picture !== undefined && <div className={styles.picture}>{picture}</div>}
      {icon !== undefined && (
        <div className={styles.icon} aria-hidden>
          {icon}
        </div>
      )}
      <Heading className={styles.title}>{title}</Heading>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {(action !== undefined || secondary !== undefined) && (
        <div className={styles.actions}>
          {action}
          {secondary}
        </div>
      )}
    </section>
  );
}
