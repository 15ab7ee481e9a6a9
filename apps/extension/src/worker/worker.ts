/** The extension's worker: keeps scripts of pages away from what the extension stores, hears the web app, and can say what Coffer sees in a tab. */
import { browserRecordStore } from "@coffer/app/frame/record-store.ts";
import { MESSAGES } from "@coffer/core/extension-messages";
import { framesOf } from "../fill/frames.ts";
import { browserAreas, SERVER } from "../kept.ts";
import { watchFillKey } from "../launch/fill-by-key.ts";
import { launchedFrom, watchLaunches } from "../launch/fill-launched.ts";
import { answerTo, type FromBridge, isHeard, isOfSession, type LinkDeps, type News, type UsedOnWeb } from "../link/answer.ts";
import { placeBridge } from "../link/place-bridge.ts";
import { watchMenus } from "../menu/hear.ts";
import { placeContextMenu, watchContextMenu } from "../menu/open-coffer.ts";
import { placeNear } from "../menu/place-near.ts";
import { watchLogins } from "../save/hear.ts";
import { placeWatch } from "../save/place-watch.ts";
import { watchTeaching } from "../teach/hear.ts";
import { showCount, watchTabs } from "./badge.ts";
import { refreshEntries } from "./entries.ts";
import { hearOwnPages } from "./own-pages.ts";
import { watchRest } from "./rest.ts";
import { noteUseOnWeb, restIfDue, watchKeys } from "./vault.ts";

// Keys lie in `session`, which only our own pages may read unless told otherwise; the server's address in `local`, which all may. Firefox knows no such levels.
for (const area of [chrome.storage.session, chrome.storage.local])
  if ("setAccessLevel" in area) void area.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });

const { id } = chrome.runtime;
const tell = (news: News): void => {
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
  if ("usedOnWeb" in message) void isHeard(sender, deps).then((isTheirs) => (isTheirs ? noteUseOnWeb() : undefined));
  if (!("fromWeb" in message)) return;
  const work = () => answerTo(message.fromWeb, sender, deps);
  const turn = isOfSession(message.fromWeb) ? last.then(work) : work();
  if (isOfSession(message.fromWeb)) last = turn.catch(() => undefined); // whoever asked gets no answer
  // What went wrong, a store that takes no more, is said at once: nobody waits for it as for one that is silent.
  turn.then((found) => answer(found ?? undefined)).catch(() => answer({ ok: null }));
  return true;
});

watchKeys(tell);
watchRest(restIfDue);
watchTabs();
watchLaunches();
hearOwnPages();
watchLogins();
watchTeaching();
watchMenus();
watchContextMenu();
watchFillKey();

const placeScripts = (): Promise<unknown> => Promise.all([placeBridge(), placeWatch(), placeNear(), placeContextMenu()]);
chrome.runtime.onInstalled.addListener(() => void placeScripts());
chrome.storage.local.onChanged.addListener((changes) => {
  if (SERVER in changes) void placeScripts();
});

/** Asked by the gym, through the developer's tools: nothing can call into a worker otherwise. */
Object.assign(globalThis, { framesOf });
