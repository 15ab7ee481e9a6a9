/** Starts the web app: mounts the product's pages together with the public site. */
import "virtual:theme.css";
import { App } from "@coffer/app/App.tsx";
import { startPage } from "@coffer/app/account/sign-in/start-page.ts";
import { afterFirstRows, NO_ROWS_MS } from "@coffer/app/frame/first-rows.ts";
import { browserPeers, watchSession } from "@coffer/app/frame/session-watch.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { syncSessionWithExtension } from "./extension/sync-session.ts";
import { SITE } from "./site/site-routes.tsx";

const watch = watchSession({
  load: async () => (await import("./open-client.ts")).open(),
  mayResume: localStorage.getItem("auth") !== null,
  peers: browserPeers(),
  ...startPage(),
});

syncSessionWithExtension(watch);

// React itself complains where the page has no such element.
createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <BrowserRouter>
      <App watch={watch} site={SITE} />
    </BrowserRouter>
  </StrictMode>,
);

// What no one waits for: the faces come after the first page, or its rows: they would share a slow line with what one can type into, or reads.
const PAGE_MS = 50;
const isOpen = localStorage.getItem("vaultKey") !== null;
void afterFirstRows(isOpen ? NO_ROWS_MS : PAGE_MS)
  .then(() => import("./after-start.ts"))
  .then((later) => later.begin(watch))
  .catch(() => undefined);
