/** The whole app: theme, toasts, questions, and the pages of ROUTES inside the frame their access calls for. The mounting app adds the public pages. */
import { MantineProvider } from "@mantine/core";
import { type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { matchPath, Route, Routes, useLocation } from "react-router";
import { AFTER_SIGN_IN } from "./frame/admission.ts";
import { ClientProvider, useClientLater, useSessionState } from "./frame/client-context.tsx";
import { afterFirstRows, NO_ROWS_MS } from "./frame/first-rows.ts";
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
  const routes = useMemo(() => [...ROUTES, ...site], [site]);
  return (
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} colorSchemeManager={themeManager}>
      <ClientProvider watch={watch}>
        <LoadingAhead routes={routes} />
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

/** What no one waits for: loaded once the first page is there, with its rows where there is a session, so that it does not share a slow line with them. */
function AfterTheFirst({ children }: { children: ReactNode }) {
  const { ready, session, locked } = useSessionState();
  const isBeforeRows = !ready || (session !== null && !locked);
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    let isOver = false;
    void afterFirstRows(isBeforeRows ? NO_ROWS_MS : 0).then(() => isOver || setIsTime(true));
    return () => {
      isOver = true;
    };
  }, [isBeforeRows]);
  return isTime && children;
}

/** Loads what comes next: the frame of the vault and its page while a session is restored, which asks the server; the same while the user types the password. */
function LoadingAhead({ routes }: { routes: readonly PageRoute[] }) {
  const { ready, session } = useSessionState();
  const client = useClientLater();
  const { pathname } = useLocation();
  const isSigningIn = pathname === "/login" && ready && session === null;
  useEffect(() => {
    if (!ready) void loadPage(routes, pathname);
    if (isSigningIn)
      void client()
        .then(() => loadPage(routes, AFTER_SIGN_IN))
        .catch(() => undefined);
  }, [ready, isSigningIn, routes, pathname, client]);
  return null;
}

/** A page of a session, and what is around it. */
async function loadPage(routes: readonly PageRoute[], pathname: string): Promise<void> {
  const route = routes.find(({ path }) => path !== "*" && matchPath(path, pathname));
  await Promise.all([SignedInShell, SessionServices, route?.page].map(async (part) => part?.ahead?.()));
}
