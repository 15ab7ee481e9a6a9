/** In the worker: receives logins that are sent to sites, finds out whether they were accepted and whether the vault has them, and asks the user. */

import type { Client } from "@coffer/client";
import { LOCAL_HALF } from "@coffer/core/account/session-slots";
import { framesOf } from "../fill/frames.ts";
import { SERVER, slotName } from "../storage-keys.ts";
import { taughtFieldsAt } from "../teach/taught-fields.ts";
import { isOwnPage } from "../worker/own-pages.ts";
import { hasKeys, noteUse, openVault } from "../worker/vault.ts";
import { type CapturedLogin, isRefused, nextCaptured, offerFor, pageOf } from "./captured-login.ts";
import {
  COVERED,
  type FromOwnPage,
  type FromPage,
  type Offer,
  type QuestionMessage,
  type Reply,
  type SaveOutcome,
  type TypedLogin,
} from "./messages.ts";
import { changePendingLogin, decline, forgetPendingLogin, isDeclined, pendingLoginIn } from "./pending-logins.ts";
import { knownLoginsFor, saveNew, savePassword } from "./vault-logins.ts";

type Sender = chrome.runtime.MessageSender;

/** Messages being handled: a page that sends a form and reloads at once is looked at when what it sent is known. */
let handling: Promise<unknown> = Promise.resolve();

/** Call once as the worker starts. */
export function watchLogins(): void {
  chrome.runtime.onMessage.addListener((message: FromPage | null, sender) => {
    if (typeof message !== "object" || message === null || !("save" in message)) return;
    const handled = handle(message, sender).catch(() => undefined); // what cannot be asked is not asked
    const before = handling;
    handling = handled.then(() => before);
  });
  chrome.runtime.onMessage.addListener((message: FromOwnPage | null, sender, answer) => {
    if (typeof message !== "object" || message === null || !("offer" in message) || !isOwnPage(sender)) return;
    const tabId = message.tabId ?? sender.tab?.id;
    if (tabId === undefined) return;
    const isInPage = message.tabId === undefined;
    replyTo(message, tabId, isInPage).then(answer, () => answer({ failed: "Coffer could not save it." } satisfies SaveOutcome));
    return true;
  });
  chrome.tabs.onUpdated.addListener((tabId, { status }) => {
    if (status === "complete") void handling.then(() => onPageLoaded(tabId)).catch(() => undefined);
  });
  chrome.tabs.onRemoved.addListener((tabId) => void forgetPendingLogin(tabId));
}

async function replyTo(message: FromOwnPage, tabId: number, isInPage: boolean): Promise<Offer | null | SaveOutcome> {
  if (message.offer === "ask") return (await pendingLoginIn(tabId))?.offer ?? null;
  if (isInPage && message.offer !== "hide" && !(await isSeenIn(tabId))) return { failed: COVERED };
  return applyReply(message, tabId);
}

/** Whether the question is in sight, as our script in the page itself sees it: a frame does not notice everything. */
const isSeenIn = async (tabId: number): Promise<boolean> => {
  const asked: QuestionMessage = { bar: "asked" };
  return (await chrome.tabs.sendMessage<QuestionMessage, unknown>(tabId, asked, { frameId: 0 }).catch(() => false)) === true;
};

/** From our own script in a tab; ignored while there is no open vault. */
async function handle(message: FromPage, sender: Sender): Promise<void> {
  const { id, tab, url, documentId, frameId = 0 } = sender;
  if (id !== chrome.runtime.id || tab?.id === undefined) return;
  const kept = await chrome.storage.session.get(slotName(LOCAL_HALF));
  const { [SERVER]: server } = await chrome.storage.local.get(SERVER);
  const page = pageOf(url ?? "", tab.url ?? "", String(server));
  if (page === null || kept[slotName(LOCAL_HALF)] === undefined) return;
  if (message.save === "typing") {
    if (message.isLogin !== true && (frameId !== 0 || (await taughtFieldsAt(url ?? "")).length === 0)) return;
    const target = documentId === undefined ? { tabId: tab.id, frameIds: [frameId] } : { tabId: tab.id, documentIds: [documentId] };
    await chrome.scripting.executeScript({ target, files: ["capture.js"], injectImmediately: true });
  } else if (message.save === "sent") {
    const typed = parseTypedLogin(message.typed);
    if (typed !== null) await capture(tab.id, typed, page);
  } else await offerIn(tab.id);
}

/** A question that is still shown may be about a login that is no longer pending. */
async function capture(tabId: number, typed: TypedLogin, page: string): Promise<void> {
  const asked = await pendingLoginIn(tabId);
  await changePendingLogin(tabId, (before) => nextCaptured(typed, page, before, Date.now()));
  if (asked?.offer && (await pendingLoginIn(tabId))?.offer == null) hide(tabId);
}

/** What comes from a page's process is checked as if a page had sent it. */
function parseTypedLogin(typed: unknown): TypedLogin | null {
  if (typeof typed !== "object" || typed === null) return null;
  const { username, current, next } = typed as Partial<Record<keyof TypedLogin, unknown>>;
  const isText = (value: unknown): value is string => typeof value === "string" && value.length <= 1_000;
  return isText(username) && isText(current) && isText(next) ? { username, current, next } : null;
}

/** A page has loaded in a tab with a pending login: it was accepted, unless the same form is there again. */
async function onPageLoaded(tabId: number): Promise<void> {
  const waiting = await pendingLoginIn(tabId);
  if (waiting === undefined) return;
  if (waiting.offer !== null) return show(tabId);
  if (waiting.current === "" && waiting.next === "") return; // a user name on its way to the page with the password
  const page = (await framesOf(tabId)).find(({ frameId }) => frameId === 0);
  const isAgain =
    page !== undefined &&
    isRefused(
      waiting,
      page.address,
      page.fields.map(({ role }) => role),
    );
  await (isAgain ? forgetPendingLogin(tabId) : offerIn(tabId));
}

async function offerIn(tabId: number): Promise<void> {
  const [waiting, client] = await Promise.all([pendingLoginIn(tabId), openVault()]);
  if (waiting === undefined || waiting.offer !== null) return;
  // A server that cannot be reached may be there at the next page: what waits is kept for its two minutes.
  if (client === null) return (await hasKeys()) ? undefined : forgetPendingLogin(tabId);
  if ((await client.account.lockSettings.read()).autosavePrompt === "off" || (await isDeclined(waiting))) return forgetPendingLogin(tabId);
  const { host } = new URL(waiting.page);
  const isExcluded = (await client.sites.excluded()).includes(host);
  const offer = isExcluded ? null : offerFor(waiting, await knownLoginsFor(client, waiting.page));
  await changePendingLogin(tabId, (now) => (offer === null || now === undefined ? undefined : { ...now, offer }));
  if (offer !== null) await show(tabId);
}

/** In the page, in our own frame that the page can neither read nor press. */
const show = async (tabId: number): Promise<void> => {
  await chrome.scripting.executeScript({ target: { tabId }, files: ["question.js"] }).catch(() => undefined); // the popup asks in any case
};

const hide = (tabId: number): void => {
  const over: QuestionMessage = { bar: "over" };
  chrome.tabs.sendMessage(tabId, over).catch(() => undefined); // it is not there
};

async function applyReply(message: Extract<FromOwnPage, { offer: Reply }>, tabId: number): Promise<SaveOutcome> {
  const waiting = await pendingLoginIn(tabId);
  if (waiting?.offer == null && message.offer === "save") return { failed: "Coffer no longer has this login. Sign in once more." };
  if (waiting?.offer == null || message.offer === "hide") {
    hide(tabId);
    return {};
  }
  await noteUse();
  if (message.offer === "later") await decline(waiting);
  else {
    const client = await openVault();
    if (client === null) return { failed: (await hasKeys()) ? "Coffer cannot reach its server. Try again." : "Unlock Coffer to save it." };
    if (message.offer === "never") await client.sites.exclude({ host: waiting.offer.host });
    else if (waiting.offer.updates.some(({ id }) => id === message.id)) await savePassword(client, message.id ?? "", waiting);
    else if (message.id === undefined) await saveOnce(client, waiting);
    else return { failed: "That entry is not for this site." };
  }
  await forgetPendingLogin(tabId);
  return {};
}

/** A worker that was stopped after it had saved is asked again, and finds the entry: on the server, because this device may not have stored it. */
async function saveOnce(client: Client, waiting: CapturedLogin): Promise<void> {
  await client.vault.pull();
  if (offerFor(waiting, await knownLoginsFor(client, waiting.page)) !== null) await saveNew(client, waiting);
}
