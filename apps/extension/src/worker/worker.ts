/** The extension's worker: keeps scripts of pages away from what the extension stores, hears the web app, and can say what Coffer sees in a tab. */
import { MESSAGES } from "@coffer/core/extension-messages";
import { framesOf } from "../fill/frames.ts";
import { SERVER } from "../kept.ts";
import { launchedFrom, watchLaunches } from "../launch/fill-launched.ts";
import { answerTo, type FromBridge, type LinkDeps, type News } from "../link/answer.ts";
import { placeBridge } from "../link/place-bridge.ts";
import { refreshEntries } from "./entries.ts";
import { hearOwnPages } from "./own-pages.ts";
import { watchKeys } from "./vault.ts";

// Keys lie in `session`, which only our own pages may read unless told otherwise; the server's address in `local`, which all may.
void Promise.all([chrome.storage.session, chrome.storage.local].map((area) => area.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" })));

const { id } = chrome.runtime;
const tell = (news: News): void => {
  chrome.runtime.sendMessage({ type: MESSAGES.authStateChanged, news }).catch(() => undefined); // none of our pages is open
};
/** One after the other: a sign-out that follows a sign-in must not be overtaken. */
let last: Promise<unknown> = Promise.resolve();

const deps: LinkDeps = { id, areas: chrome.storage, tell, refresh: refreshEntries, launched: launchedFrom };

chrome.runtime.onMessage.addListener((message: FromBridge | null, sender, answer) => {
  if (typeof message !== "object" || message === null || !("fromWeb" in message)) return;
  const turn = last.then(() => answerTo(message.fromWeb, sender, deps));
  last = turn.catch(() => undefined); // whoever asked gets no answer
  turn.then((found) => answer(found ?? undefined)).catch(() => answer(undefined));
  return true;
});

watchKeys(tell);
watchLaunches();
hearOwnPages();

chrome.runtime.onInstalled.addListener(() => void placeBridge());
chrome.storage.local.onChanged.addListener((changes) => {
  if (SERVER in changes) void placeBridge();
});

/** Asked by the gym, through the developer's tools: nothing can call into a worker otherwise. */
Object.assign(globalThis, { framesOf });
