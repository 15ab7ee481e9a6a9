/** Draws a screen or a part of one as App does, around a fake client and a memory of addresses. */
import type { Client } from "@coffer/client";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { BrowserRouter, MemoryRouter, useLocation } from "react-router";
import { render } from "vitest-browser-react";
import { ClientProvider } from "../frame/client-context.tsx";
import { newQueryClient } from "../frame/query-client.ts";
import type { SessionState, SessionWatch } from "../frame/session-watch.ts";
import { theme } from "../theme.ts";
import { ConfirmHost } from "../ui/ConfirmHost.tsx";

interface Options {
  readonly client: Client;
  /** The client while it is still being loaded. */
  readonly loading?: Promise<Client>;
  readonly state?: Partial<SessionState>;
  /** The current address; the memory of addresses begins here. "browser" uses the page's own history, for what Back does. */
  readonly at?: string;
  /** For calls: what does not load at first, say. */
  readonly later?: () => Promise<Client>;
  /** False where the test brings the product's own: two frames would each end a toast. */
  readonly hasToasts?: boolean;
}

export async function renderApp(ui: ReactNode, { client, loading, later, state = {}, at = "/", hasToasts = true }: Options) {
  const queries = newQueryClient();
  const opened = loading ?? here(client);
  const session: SessionState = { ready: true, session: client.session, locked: false, reason: null, ...state };
  const watch: SessionWatch = {
    state: () => session,
    subscribe: () => () => undefined,
    client: () => opened,
    later: later ?? (() => opened),
    check: async () => undefined,
  };
  const inside = (
    <MantineProvider theme={theme} env="test" deduplicateCssVariables={false}>
      <QueryClientProvider client={queries}>
        <ClientProvider watch={watch}>
          <Suspense>{ui}</Suspense>
          <Address />
          <ConfirmHost />
          {hasToasts && <Notifications position="bottom-center" pauseResetOnHover="notification" withinPortal={false} />}
        </ClientProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
  return render(at === "browser" ? <BrowserRouter>{inside}</BrowserRouter> : <MemoryRouter initialEntries={[at]}>{inside}</MemoryRouter>);
}

/** A promise that React need not wait for: what has waited is drawn a third of a second later. */
const here = <T,>(value: T): Promise<T> => Object.assign(Promise.resolve(value), { status: "fulfilled", value });

/** The current address, for tests to read. */
function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{`${pathname}${search}`}</output>;
}
