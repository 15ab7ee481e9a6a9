/** The extension's worker: keeps scripts of pages away from what the extension stores, hears the web app, and can say what Coffer sees in a tab. */
import { MESSAGES } from "@coffer/core/extension-messages";
import { framesOf } from "../fill/frames.ts";
import { SERVER } from "../kept.ts";
import { answerTo, type News } from "../link/answer.ts";
import { placeBridge } from "../link/place-bridge.ts";

// Keys lie in `session`, which only our own pages may read unless told otherwise; the server's address in `local`, which all may.
void Promise.all([chrome.storage.session, chrome.storage.local].map((area) => area.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" })));

const { id } = chrome.runtime;
const tell = (news: News): void => {
  chrome.runtime.sendMessage({ type: MESSAGES.authStateChanged, news }).catch(() => undefined); // none of our pages is open
};
/** One after the other: a sign-out that follows a sign-in must not be overtaken. */
let last: Promise<unknown> = Promise.resolve();

chrome.runtime.onMessage.addListener((message: unknown, sender, answer) => {
  const turn = last.then(() => answerTo(message, sender, { id, areas: chrome.storage, tell }));
  last = turn.catch(() => undefined); // whoever asked gets no answer
  turn.then((found) => answer(found ?? undefined)).catch(() => answer(undefined));
  return true;
});

chrome.runtime.onInstalled.addListener(() => void placeBridge());
chrome.storage.local.onChanged.addListener((changes) => {
  if (SERVER in changes) void placeBridge();
});

/** Asked by the gym, through the developer's tools: nothing can call into a worker otherwise. */
Object.assign(globalThis, { framesOf });
