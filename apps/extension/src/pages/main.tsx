/** Starts a page of the extension: the whole app, with its code from the extension; in the popup what is for the open site stands over it. */
import "virtual:theme.css";
import "@coffer/app/ui/tokens.css";
import { App } from "@coffer/app/App.tsx";
import { startPage } from "@coffer/app/account/sign-in/start-page.ts";
import { browserPeers, type SessionWatch, watchSession } from "@coffer/app/frame/session-watch.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { HashRouter } from "react-router";
import { ChooseServer } from "./ChooseServer.tsx";
import { ForThisSite } from "./ForThisSite.tsx";
import { holdsSession } from "./key-store.ts";
import { Popup } from "./Popup.tsx";
import { keepServer, knownServer } from "./server.ts";
import { SITE } from "./site.tsx";
import { tabToFill } from "./tab.ts";

const element = document.getElementById("root");
if (element === null) throw new Error("The page has no element #root");
const root = createRoot(element);
const isPopup = location.pathname === "/popup.html";
if (localStorage.getItem("theme") === "dark") document.documentElement.setAttribute("data-mantine-color-scheme", "dark");

/** Loads nothing before somebody signs in: without a server there is nobody. */
const watchOn = async (origin: string): Promise<SessionWatch> =>
  watchSession({
    load: async () => (await import("./open.ts")).open(origin),
    mayResume: await holdsSession(),
    peers: browserPeers(),
    onRestored: startPage(),
  });

async function start(): Promise<void> {
  const origin = await knownServer();
  const [watch, tab] = await Promise.all([watchOn(origin ?? ""), isPopup ? tabToFill() : null]);
  const choose = async (chosen: string): Promise<void> => {
    await keepServer(chosen);
    location.reload();
  };
  const over = origin !== null && tab && <ForThisSite watch={watch} tab={tab} />;
  const body = origin === null ? <ChooseServer watch={watch} onChosen={choose} /> : <App watch={watch} site={SITE} />;
  root.render(
    <StrictMode>
      <HashRouter>{isPopup ? <Popup over={over}>{body}</Popup> : body}</HashRouter>
    </StrictMode>,
  );
}

void start();
