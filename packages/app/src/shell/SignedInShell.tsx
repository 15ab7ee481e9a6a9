/** The frame of every signed-in page. */
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { GuessablePasswordNote } from "../account/GuessablePasswordNote.tsx";
import { UnsavedKitNote } from "../account/recovery/UnsavedKitNote.tsx";
import { RehearsalReminder } from "../account/rehearsal/RehearsalReminder.tsx";
import { MissingFactorNote } from "../account/two-factor/MissingFactorNote.tsx";
import { OfAccountInHealthContext } from "../frame/health-of-account.ts";
import { KeyboardProvider } from "../frame/keyboard/use-shortcuts.tsx";
import { PageSearchProvider } from "../frame/search-context.tsx";
import type { ListedPage } from "../frame/sidebar-order.ts";
import { TitleSlotContext } from "../frame/title-slot.ts";
import { WithOfflineSharesNote } from "../sharing/OfflineSharesNote.tsx";
import { ImportReceipt } from "../transfer/ImportReceipt.tsx";
import { Crash } from "../ui/Crash.tsx";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { PageSkeleton } from "../ui/PageSkeleton.tsx";
import { useNarrow, useSidebarOverlay } from "../ui/use-narrow.ts";
import { LaterItemsNote } from "../vault/item/LaterItemsNote.tsx";
import { ListViewsProvider } from "../vault/list/use-list-view.tsx";
import { TroubleNote } from "../vault/repair/TroubleNote.tsx";
import { BottomBar } from "./BottomBar.tsx";
import { CommandsProvider } from "./commands.tsx";
import { Header } from "./Header.tsx";
import { MenuDialogHost } from "./menu-dialogs.tsx";
import { queries } from "./queries.ts";
import { Sidebar } from "./Sidebar.tsx";
import { SkipLink } from "./SkipLink.tsx";
import "../ui/mantine-vault.ts";
import styles from "./SignedInShell.module.css";

/** Comes with the page of Health. */
const KitInHealth = lazyComponent("inline", async () => (await import("../account/rehearsal/KitLine.tsx")).KitInHealth, {
  waiting: "around",
});
const OF_ACCOUNT = <KitInHealth />;

/** @param routes - the pages that menus and palette list. */
export function SignedInShell({ routes }: { routes: readonly ListedPage[] }) {
  const overlay = useSidebarOverlay();
  const narrow = useNarrow();
  const [opened, setOpened] = useState(false);
  const [titleSlot, setTitleSlot] = useState<HTMLElement | null>(null);
  const close = useCallback(() => setOpened(false), []);
  const covered = overlay && opened;
  return (
    <Providers routes={routes}>
      <div className={styles.shell}>
        <SkipLink />
        <Sidebar routes={routes} overlay={overlay} opened={opened} onClose={close} />
        <div className={styles.main} data-own inert={covered}>
          <Header routes={routes} overlay={overlay} sidebarOpened={opened} onSidebar={() => setOpened(!opened)} titleSlot={setTitleSlot} />
          <TitleSlotContext value={titleSlot}>
            <Content />
          </TitleSlotContext>
          {narrow && <BottomBar sidebarOpened={opened} onSidebar={() => setOpened(!opened)} />}
        </div>
        <MenuDialogHost />
      </div>
    </Providers>
  );
}

/** What the pages and the header share. It ends with the session. */
const Providers = ({ routes, children }: { routes: readonly ListedPage[]; children: ReactNode }) => (
  <QueryClientProvider client={queries}>
    <PageSearchProvider>
      <ListViewsProvider>
        <KeyboardProvider>
          <CommandsProvider routes={routes}>
            <OfAccountInHealthContext value={OF_ACCOUNT}>{children}</OfAccountInHealthContext>
          </CommandsProvider>
        </KeyboardProvider>
      </ListViewsProvider>
    </PageSearchProvider>
  </QueryClientProvider>
);

/** The page itself. Takes the focus after navigation, so that keyboard and screen reader start at its top. */
function Content() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const first = useRef(pathname);
  // After a sign-in or an unlock what had the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (first.current === pathname) return;
    first.current = "";
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main id="content" ref={main} tabIndex={-1} className={styles.content}>
      <MissingFactorNote />
      <TroubleNote />
      <WithOfflineSharesNote>
        <LaterItemsNote />
        <UnsavedKitNote />
        <GuessablePasswordNote />
        <RehearsalReminder />
        <ImportReceipt />
        <Crash key={pathname}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </Crash>
      </WithOfflineSharesNote>
    </main>
  );
}
