/** The extension's worker: keeps content scripts away from what the extension stores, receives messages of the web app, and can say what Coffer sees in a tab. */
import { browserRecordStore } from "@coffer/app/frame/record-store.ts";
import { MESSAGES } from "@coffer/core/extension-messages";
import { watchBasicAuth } from "../auth/message-handler.ts";
import { framesOf } from "../fill/frames.ts";
import { browserAreas } from "../lasting-session.ts";
import { watchFillKey } from "../launch/fill-by-key.ts";
import { isLaunchedIn, launchedFrom, watchLaunches } from "../launch/fill-launched.ts";
import { watchLoads } from "../launch/fill-on-load.ts";
import {
  answerWebMessage,
  type FromBridge,
  isFromWebApp,
  isSessionMessage,
  type LinkDeps,
  type SessionEvent,
  type UsedOnWeb,
} from "../link/message-handler.ts";
import { registerBridge } from "../link/register-bridge.ts";
import { watchMenus } from "../menu/message-handler.ts";
import { placeContextMenu, watchContextMenu } from "../menu/open-popup.ts";
import { watchPasskeys } from "../passkeys/message-handler.ts";
import { registerPageScripts } from "../register-page-script.ts";
import { watchLogins } from "../save/message-handler.ts";
import { PASSKEYS_OFF, SERVER } from "../storage-keys.ts";
import { watchTeaching } from "../teach/message-handler.ts";
import { watchAutoLock } from "./auto-lock.ts";
import { showCount, watchTabs } from "./badge.ts";
import { watchOwnPages } from "./own-pages.ts";
import { refreshEntries } from "./refresh-entries.ts";
import { everyMinute, noteUseOnWeb, watchKeys } from "./vault.ts";

// Keys are in `session`, which by default only our own pages may read; the server's address is in `local`, which content scripts may read too. Firefox knows no such levels.
for (const area of [chrome.storage.session, chrome.storage.local])
  if ("setAccessLevel" in area) void area.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });

const { id } = chrome.runtime;
const tell = (news: SessionEvent): void => {
  chrome.runtime.sendMessage({ type: MESSAGES.authStateChanged, news }).catch(() => undefined); // none of our pages is open
};
let last: Promise<unknown> = Promise.resolve();

const deps: LinkDeps = {
  id,
  areas: browserAreas(),
  tell,
  refresh: (entries) => refreshEntries(entries).finally(() => void showCount()),
  launched: launchedFrom,
  forget: () => browserRecordStore().clear(),
};

chrome.runtime.onMessage.addListener((message: FromBridge | UsedOnWeb | null, sender, answer) => {
  if (typeof message !== "object" || message === null) return;
  if ("usedOnWeb" in message) void isFromWebApp(sender, deps).then((isTheirs) => (isTheirs ? noteUseOnWeb() : undefined));
  if (!("fromWeb" in message)) return;
  const work = () => answerWebMessage(message.fromWeb, sender, deps);
  const turn = isSessionMessage(message.fromWeb) ? last.then(work) : work();
  if (isSessionMessage(message.fromWeb)) last = turn.catch(() => undefined); // the caller gets no answer
  // What went wrong, a store that takes no more, is said at once: the caller does not wait until a time limit.
  turn.then((found) => answer(found ?? undefined)).catch(() => answer({ ok: null }));
  return true;
});

watchKeys(tell);
watchAutoLock(everyMinute);
addEventListener("online", () => void everyMinute());
watchTabs();
watchLaunches();
watchLoads(isLaunchedIn);
watchOwnPages();
watchLogins();
watchTeaching();
watchMenus();
watchBasicAuth();
watchPasskeys();
watchContextMenu();
watchFillKey();

const registerScripts = (): Promise<unknown> => Promise.all([registerBridge(), registerPageScripts(), placeContextMenu()]);
chrome.runtime.onInstalled.addListener(() => void registerScripts());
chrome.storage.local.onChanged.addListener((changes) => {
  if (SERVER in changes || PASSKEYS_OFF in changes) void registerScripts();
});

/** Asked by the gym, through the developer's tools: nothing can call into a worker otherwise. */
Object.assign(globalThis, { framesOf });
