/** Where the guard sends whoever lacks a page's permission. */
import { EmptyState } from "@coffer/app/ui/EmptyState.tsx";
import { PRODUCT_NAME } from "@coffer/core/product";
import { IconShieldLock } from "@tabler/icons-react";
import { Link } from "react-router";
import "./site.css";

export function NotAuthorizedPage() {
  return (
    <div className="plain">
      <title>{`Access Denied · ${PRODUCT_NAME}`}</title>
      <EmptyState
        level={1}
        icon={<IconShieldLock />}
        title="Access Denied"
        text="You do not have permission to view this page. If you need it, ask an administrator of your team."
        action={
          <Link className="site-button site-button-primary" to="/vaults">
            Back to your vault
          </Link>
        }
      />
    </div>
  );
}
