/** Where the guard sends a user who lacks a page's permission. */
import { CofferPicture } from "@coffer/app/ui/CofferPicture.tsx";
import { EmptyState } from "@coffer/app/ui/EmptyState.tsx";
import { PRODUCT_NAME } from "@coffer/core/constants";
import styles from "./MessagePage.module.css";
import { SiteButton } from "./SiteButton.tsx";

export function NotAuthorizedPage() {
  return (
    <div className={styles.page}>
      <title>{`Access Denied · ${PRODUCT_NAME}`}</title>
      <EmptyState
        level={1}
        picture={<CofferPicture state="closed" size="large" />}
        title="Access Denied"
        text="You do not have permission to view this page. If you need it, ask an administrator of your team."
        action={
          <SiteButton primary to="/vaults">
            Back to your vault
          </SiteButton>
        }
      />
    </div>
  );
}
