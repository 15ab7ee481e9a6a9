/** The heading of a page, with what stands beside it; also names the browser's tab. */
import { PRODUCT_NAME } from "@coffer/core/product";
import type { ReactNode } from "react";
import "./page-title.css";

export function PageTitle({
  children,
  hint,
  actions,
  above,
}: {
  children: string;
  hint?: ReactNode;
  actions?: ReactNode;
  above?: ReactNode;
}) {
  return (
    <header className="page-title">
      <title>{`${children} · ${PRODUCT_NAME}`}</title>
      {above}
      <div className="page-title-row">
        <div>
          <h1>{children}</h1>
          {hint !== undefined && <p className="page-title-hint">{hint}</p>}
        </div>
        {actions !== undefined && <div className="page-title-actions">{actions}</div>}
      </div>
    </header>
  );
}
