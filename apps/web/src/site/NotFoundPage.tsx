/** What every path says that is none. */
import { useSession } from "@coffer/app/frame/client-context.tsx";
import { CofferPicture } from "@coffer/app/ui/CofferPicture.tsx";
import { EmptyState } from "@coffer/app/ui/EmptyState.tsx";
import { PRODUCT_NAME } from "@coffer/core/constants";
import styles from "./MessagePage.module.css";
import { SiteButton } from "./SiteButton.tsx";

export function NotFoundPage() {
  const signedIn = useSession() !== null;
  return (
    <div className={styles.page}>
      <title>{`Page not found · ${PRODUCT_NAME}`}</title>
      <EmptyState
        level={1}
        picture={<CofferPicture state="dusty" size="large" />}
        title="Page not found"
        text="There is nothing at this address. It may have been mistyped, or the page has moved."
        action={
          <SiteButton primary to={signedIn ? "/vaults" : "/"}>
            {signedIn ? "Go to your vault" : "Go to the start page"}
          </SiteButton>
        }
      />
    </div>
  );
}
