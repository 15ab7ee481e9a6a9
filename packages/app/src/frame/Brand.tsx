/** The mark and the name: a chest seen from the front, its lock between lid and body. */
import { PRODUCT_NAME } from "@coffer/core/product";
import { Link } from "react-router";
import styles from "./Brand.module.css";

export function BrandMark({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8.5" fill="#2563eb" />
      <path d="M7 14.5V13a5.5 5.5 0 0 1 5.5-5.5h7A5.5 5.5 0 0 1 25 13v1.5h-5.6a3.5 3.5 0 0 0-6.8 0z" fill="#fff" />
      <path d="M7 16.5h5.6a3.5 3.5 0 0 0 6.8 0H25V22a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 7 22z" fill="#dbe7ff" />
      <circle cx="16" cy="15.5" r="1.9" fill="#fff" />
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
