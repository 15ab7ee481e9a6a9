/** The frame of sign-in and registration: one quiet card in the middle of the page. */
import { PRODUCT_NAME } from "@coffer/core/product";
import type { ReactNode } from "react";
import { BrandMark } from "../frame/Brand.tsx";
import "./account.css";

export function AccountCard({
  title,
  subtitle,
  children,
  aside,
}: {
  title: string;
  subtitle?: string;
  children: ReactNode;
  aside?: ReactNode;
}) {
  return (
    <div className={aside === undefined ? "account-page" : "account-page account-page-wide"}>
      <title>{`${title} · ${PRODUCT_NAME}`}</title>
      <div className="account-card">
        <div className="account-head">
          <BrandMark size={44} />
          <h1>{title}</h1>
          {subtitle !== undefined && <p>{subtitle}</p>}
        </div>
        {children}
      </div>
      {aside}
    </div>
  );
}
