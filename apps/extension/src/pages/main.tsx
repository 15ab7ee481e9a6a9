/** Starts a page of the extension: the whole app, with its code from the extension; in the popup and the side panel, what is for the open site is shown above it. */
import "virtual:faces.css";
import "virtual:theme.css";
import "@coffer/app/ui/tokens.css";
import { App } from "@coffer/app/App.tsx";
import { presence } from "@coffer/app/account/lock/presence.ts";
import { startPage } from "@coffer/app/account/sign-in/start-page.ts";
import { HostActionsContext } from "@coffer/app/frame/host-actions.ts";
import { type SessionWatch, watchSession } from "@coffer/app/frame/session-watch.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { HashRouter } from "react-router";
import { forgetOwnGroups } from "../fill/own-groups.ts";
import { browserAreas, reviveSession } from "../lasting-session.ts";
import { pendingAccount, rememberAccount, webSessionAt } from "../link/message-handler.ts";
import { USED_AT } from "../storage-keys.ts";
import { setTaughtSource } from "../teach/taught-fields.ts";
import { followTab, type Tab, tabToFill } from "./active-tab.ts";
import { ChooseServer } from "./ChooseServer.tsx";
import { EXTENSION_ROUTES, OPTIONS_PATH } from "./extension-routes.tsx";
import { holdsSession } from "./key-store.ts";
import { OverSite } from "./OverSite.tsx";
import { isPanel, isPopup } from "./own-window.ts";
import { PendingAccount } from "./PendingAccount.tsx";
import { pendingIn } from "./PendingQuestions.tsx";
import { Popup } from "./Popup.tsx";
import { extensionPeers } from "./peers.ts";
import { refreshOnChange } from "./refresh-on-change.ts";
import { keepServer, knownServer } from "./server-setting.ts";
import { signInAction } from "./sign-in-action.tsx";

const element = document.getElementById("root");
if (element === null) throw new Error("The page has no element #root");
const root = createRoot(element);
const NOTE_MS = 2_000;
const isOverSite = isPopup || isPanel;
if (location.pathname === "/options.html" && location.hash === "") location.replace(`#${OPTIONS_PATH}`);

/** Loads nothing before someone signs in: without a server no one can. */
const watchOn = async (origin: string): Promise<SessionWatch> =>
  watchSession({
    load: async () => (await import("./open-client.ts")).open(origin),
    mayResume: await holdsSession(),
    peers: extensionPeers(),
    ...startPage(),
  });

/** The worker applies the chosen idle time, and cannot read what pages keep for themselves. */
function noteUseFor(watch: SessionWatch): void {
  const note = (): void => {
    const usedAt = presence.lastUsedAt();
    if (usedAt !== null && watch.state().session !== null) void chrome.storage.session.set({ [USED_AT]: usedAt });
  };
  setInterval(note, NOTE_MS);
  addEventListener("pagehide", note);
}

async function start(): Promise<void> {
  await reviveSession(browserAreas()).catch(() => undefined); // then there is a sign-in
  // A user who opened the vault on the web a moment ago need not open it again here.
  const brought = await webSessionAt(browserAreas());
  if (brought > (presence.lastUsedAt() ?? 0)) presence.used(brought);
  const origin = await knownServer();
  const [watch, tab, pending] = await Promise.all([
    watchOn(origin ?? ""),
    isPopup ? tabToFill() : null,
    isOverSite ? pendingAccount(browserAreas()) : null,
  ]);
  noteUseFor(watch);
  setTaughtSource(async () => (await watch.later()).sites.taught());
  watch.subscribe(() => {
    const { session, locked } = watch.state();
    if (session === null || locked) forgetOwnGroups();
    if (session !== null) void rememberAccount(session.user.id, browserAreas());
  });
  const choose = (chosen: string): Promise<void> => keepServer(chosen).then(() => location.reload());
  const body = origin === null ? <ChooseServer watch={watch} onChosen={choose} /> : <App watch={watch} site={EXTENSION_ROUTES} />;
  const show = async (at: Tab | null): Promise<void> => {
    const questions = at && (await pendingIn(at.id));
    const over = origin !== null && (
      <>
        {pending && <PendingAccount pending={pending} server={origin} />}
        <OverSite watch={watch} server={origin} tab={at} questions={questions} />
      </>
    );
    root.render(
      <StrictMode>
        <HostActionsContext value={at === null ? [] : [signInAction(watch, at)]}>
          <HashRouter>{isOverSite ? <Popup over={over}>{body}</Popup> : body}</HashRouter>
        </HostActionsContext>
      </StrictMode>,
    );
  };
  if (!isPanel) return show(tab);
  followTab(show);
  refreshOnChange();
}

void start();
