/** The whole app: theme, toasts, questions, and the pages of ROUTES inside the frame their access calls for. The mounting app adds the public pages. */
import { MantineProvider } from "@mantine/core";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Route, Routes, useLocation } from "react-router";
import { AFTER_SIGN_IN } from "./frame/admission.ts";
import { ClientProvider, useClientLater, useSessionState } from "./frame/client-context.tsx";
import type { SessionWatch } from "./frame/session-watch.ts";
import { themeManager } from "./frame/theme-manager.ts";
import { Waiting } from "./frame/Waiting.tsx";
import { type Route as PageRoute, ROUTES } from "./routes.tsx";
import { Guard } from "./shell/Guard.tsx";
import { Maintenance } from "./shell/Maintenance.tsx";
import { PublicShell } from "./shell/PublicShell.tsx";
import { ShellSkeleton } from "./shell/ShellSkeleton.tsx";
import { theme } from "./theme.ts";
import { ConfirmHost } from "./ui/ConfirmHost.tsx";
import { Crash } from "./ui/Crash.tsx";
import { lazyComponent } from "./ui/lazy-component.tsx";
import { addPortalRoot } from "./ui/portal-root.ts";
import "./ui/mantine-entry.css";
import "./ui/base.css";

addPortalRoot();

/** Of `AFTER_SIGN_IN`. */
const loadFirstPage = () => import("./vault/pages/AllItemsPage.tsx");
/**
 * One load for everything a session needs whatever page is shown: who has its pages can lock them and sign out without a network. Where it does not come, no page is
 * shown (`Unlocked`): nothing would lock it.
 */
const loadSignedInParts = () => import("./shell/signed-in-parts.ts");
const SignedInShell = lazyComponent("page", async () => (await loadSignedInParts()).SignedInShell, {
  waiting: <ShellSkeleton />,
  missing: "around",
});
const LockScreen = lazyComponent("page", async () => (await loadSignedInParts()).LockScreen);
const SessionServices = lazyComponent("inline", async () => (await loadSignedInParts()).SessionServices, { missing: "around" });
const Toasts = lazyComponent("inline", async () => (await import("./ui/Toasts.tsx")).Toasts);

const elementOf = (route: PageRoute) => (
  <Route
    key={route.path}
    path={route.path}
    element={
      <Guard key={route.path} rule={route}>
        <route.page />
      </Guard>
    }
  />
);

/** @param site - the pages of the mounting app, above all the public ones; the last of them, `*`, says that there is no such page. */
export function App({ watch, site }: { watch: SessionWatch; site: readonly PageRoute[] }) {
  const routes = [...ROUTES, ...site];
  return (
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} colorSchemeManager={themeManager}>
      <ClientProvider watch={watch}>
        <LoadingAhead />
        <Crash>
          <Forgettable>
            <Unlocked>
              <Routes>
                <Route element={<PublicShell />}>{routes.filter(({ access }) => access === "public").map(elementOf)}</Route>
                <Route element={<SignedInShell routes={routes} />}>
                  {routes.filter(({ access }) => access !== "public").map(elementOf)}
                </Route>
              </Routes>
            </Unlocked>
          </Forgettable>
          <ConfirmHost />
          <Suspense>
            <Maintenance />
          </Suspense>
          <AfterTheFirst>
            <Toasts />
          </AfterTheFirst>
        </Crash>
      </ClientProvider>
    </MantineProvider>
  );
}

/**
 * Everything below is thrown away with a session: another boundary takes its place in the same step. The old one would keep its pages, hidden, until the next page
 * has loaded; and what React keeps of a page that was only updated would outlast it.
 */
function Forgettable({ children }: { children: ReactNode }) {
  const whose = useWhose();
  const [seen, setSeen] = useState({ whose, left: 0 });
  if (seen.whose !== whose) setSeen({ whose, left: whose === null ? seen.left + 1 : seen.left });
  return (
    <Suspense key={seen.left} fallback={<Waiting />}>
      {children}
    </Suspense>
  );
}

/** The account whose vault is open; null while there is none, or it is locked. */
function useWhose(): string | null {
  const { session, locked } = useSessionState();
  return locked ? null : (session?.user.id ?? null);
}

/** While a vault is locked the pages are not mounted at all, so that nothing of it stays in the document. */
function Unlocked({ children }: { children: ReactNode }) {
  const { session, locked } = useSessionState();
  if (locked) return <LockScreen />;
  return (
    <Crash>
      {children}
      {session !== null && <SessionServices key={session.user.id} />}
    </Crash>
  );
}

/** What no one waits for: loaded once the first page is there, so that it does not share a slow line with it. */
function AfterTheFirst({ children }: { children: ReactNode }) {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsTime(true));
    return () => clearTimeout(timer);
  }, []);
  return isTime && children;
}

/** Loads what comes next: the frame of the vault while a session is restored, which asks the server; frame and first page while the user types the password. */
function LoadingAhead() {
  const { ready, session } = useSessionState();
  const client = useClientLater();
  const { pathname } = useLocation();
  const isSigningIn = pathname === "/login" && ready && session === null;
  const isFirstPage = pathname === AFTER_SIGN_IN;
  useEffect(() => {
    // What does not load is asked for again when it is drawn, and says so there.
    if (!ready) void loadSignedInParts().catch(() => undefined);
    if (!ready && isFirstPage) void loadFirstPage().catch(() => undefined);
    if (isSigningIn)
      void client()
        .then(loadSignedInParts)
        .then(loadFirstPage)
        .catch(() => undefined);
  }, [ready, isSigningIn, isFirstPage, client]);
  return null;
}
