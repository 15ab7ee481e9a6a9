/** The mark and the name: a chest seen from the front, a brass lock between lid and body. */
import { PRODUCT_NAME } from "@coffer/core/constants";
import { Link } from "react-router";
import styles from "./Brand.module.css";

export function BrandMark({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect className={styles.ground} width="32" height="32" rx="8.5" />
      <path className={styles.lid} d="M7 15V12.5A5.5 5.5 0 0 1 12.5 7h7a5.5 5.5 0 0 1 5.5 5.5V15z" />
      <path className={styles.body} d="M7 16.5h18V22a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 7 22z" />
      <rect className={styles.lock} x="13.25" y="12.75" width="5.5" height="6.5" rx="1.6" />
    </svg>
  );
}

export function Brand({ to }: { to: string }) {
  return (
    <Link to={to} className={styles.brand}>
      <BrandMark />
      <span>{PRODUCT_NAME}</span>
    </Link>
  );
}
