/** The extension's worker: keeps scripts of pages away from what the extension stores, hears the web app, and can say what Coffer sees in a tab. */
import { MESSAGES } from "@coffer/core/extension-messages";
import { framesOf } from "../fill/frames.ts";
import { SERVER } from "../kept.ts";
import { launchedFrom, watchLaunches } from "../launch/fill-launched.ts";
import { answerTo, type FromBridge, isOfSession, type LinkDeps, type News } from "../link/answer.ts";
import { placeBridge } from "../link/place-bridge.ts";
import { watchLogins } from "../save/hear.ts";
import { placeWatch } from "../save/place-watch.ts";
import { refreshEntries } from "./entries.ts";
import { hearOwnPages } from "./own-pages.ts";
import { watchKeys } from "./vault.ts";

// Keys lie in `session`, which only our own pages may read unless told otherwise; the server's address in `local`, which all may.
void Promise.all([chrome.storage.session, chrome.storage.local].map((area) => area.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" })));

const { id } = chrome.runtime;
const tell = (news: News): void => {
  chrome.runtime.sendMessage({ type: MESSAGES.authStateChanged, news }).catch(() => undefined); // none of our pages is open
};
let last: Promise<unknown> = Promise.resolve();

const deps: LinkDeps = { id, areas: chrome.storage, tell, refresh: refreshEntries, launched: launchedFrom };

chrome.runtime.onMessage.addListener((message: FromBridge | null, sender, answer) => {
  if (typeof message !== "object" || message === null || !("fromWeb" in message)) return;
  const work = () => answerTo(message.fromWeb, sender, deps);
  const turn = isOfSession(message.fromWeb) ? last.then(work) : work();
  if (isOfSession(message.fromWeb)) last = turn.catch(() => undefined); // whoever asked gets no answer
  turn.then((found) => answer(found ?? undefined)).catch(() => answer(undefined));
  return true;
});

watchKeys(tell);
watchLaunches();
hearOwnPages();
watchLogins();

const placeScripts = (): Promise<unknown> => Promise.all([placeBridge(), placeWatch()]);
chrome.runtime.onInstalled.addListener(() => void placeScripts());
chrome.storage.local.onChanged.addListener((changes) => {
  if (SERVER in changes) void placeScripts();
});

/** Asked by the gym, through the developer's tools: nothing can call into a worker otherwise. */
Object.assign(globalThis, { framesOf });
