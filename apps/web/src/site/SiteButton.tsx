/** A link of a public page that looks like a button. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./SiteButton.module.css";

/** @param primary - the one thing this page wants done. */
export const SiteButton = ({ to, primary = false, children }: { to: string; primary?: boolean; children: ReactNode }) => (
  <Link className={styles.button} data-primary={primary || undefined} to={to}>
    {children}
  </Link>
);
