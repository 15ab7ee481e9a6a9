/** What every path says that is none. */
import { useSession } from "@coffer/app/frame/client-context.tsx";
import { EmptyState } from "@coffer/app/ui/EmptyState.tsx";
import { PRODUCT_NAME } from "@coffer/core/product";
import { IconMapQuestion } from "@tabler/icons-react";
import { Link } from "react-router";
import "./site.css";

export function NotFoundPage() {
  const signedIn = useSession() !== null;
  return (
    <div className="plain">
      <title>{`Page not found · ${PRODUCT_NAME}`}</title>
      <EmptyState
        level={1}
        icon={<IconMapQuestion />}
        title="Page not found"
        text="There is nothing at this address. It may have been mistyped, or the page has moved."
        action={
          <Link className="site-button site-button-primary" to={signedIn ? "/vaults" : "/"}>
            {signedIn ? "Go to your vault" : "Go to the start page"}
          </Link>
        }
      />
    </div>
  );
}
