/** One line of the user menu: a page to go to, or something to do. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./UserEntry.module.css";

interface Props {
  /** The page; without it the line is a button. */
  readonly to?: string;
  /** Whether it is the one that is in use. */
  readonly current?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function UserEntry({ to, current = false, onClick, children }: Props) {
  if (to !== undefined) {
    return (
      <Link to={to} className={styles.entry} onClick={onClick}>
        {children}
      </Link>
    );
  }
  return (
    <button type="button" className={styles.entry} {...(current ? { "aria-current": "true" } : {})} onClick={onClick}>
      {children}
    </button>
  );
}
