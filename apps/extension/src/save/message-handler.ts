/** In the worker: receives logins that are sent to sites, finds out whether they were accepted and whether the vault has them, and asks the user. */
import type { Client } from "@coffer/client";
import { siteOf } from "@coffer/core/items/url-match";
import { framesOf } from "../fill/frames.ts";
import { forgetUsedIn, loginsUsedIn } from "../fill/used-logins.ts";
import { SERVER } from "../storage-keys.ts";
import { taughtFieldsAt } from "../teach/taught-fields.ts";
import { hasKeys } from "../while-open.ts";
import { isOwnPage } from "../worker/own-pages.ts";
import { noteChange, noteUse, openVault } from "../worker/vault.ts";
import { type CapturedLogin, isRefused, nextCaptured, offerFor, pageOf } from "./captured-login.ts";
import { findForeign } from "./foreign-password.ts";
import type {
  ForeignPassword,
  FromOwnPage,
  FromPage,
  Offer,
  OwnOffer,
  QuestionMessage,
  Reply,
  SaveOutcome,
  TypedLogin,
} from "./messages.ts";
import { askAboutOwn, captureOwn, forgetOwn, ownOfferIn, saveOwn } from "./own-captured.ts";
import { changePendingLogin, decline, forgetPendingLogin, isDeclined, pendingLoginIn } from "./pending-logins.ts";
import { foreignIn, forgetForeign, keepForeign, mayCompare } from "./pending-warnings.ts";
import { knownLoginsFor, saveNew, savePart } from "./vault-logins.ts";

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
    replyTo(message, tabId, isInPage).then(answer, () => answer({ failed: "not-saved" } satisfies SaveOutcome));
    return true;
  });
  chrome.tabs.onUpdated.addListener((tabId, { status }) => {
    if (status === "complete")
      void handling
        .then(() => onPageLoaded(tabId))
        .then(() => offerOwnIn(tabId))
        .catch(() => undefined);
  });
  chrome.tabs.onRemoved.addListener(
    (tabId) =>
      void forgetPendingLogin(tabId)
        .then(() => forgetForeign(tabId))
        .then(() => forgetOwn(tabId))
        .then(() => forgetUsedIn(tabId)),
  );
}

async function replyTo(
  message: FromOwnPage,
  tabId: number,
  isInPage: boolean,
): Promise<Offer | OwnOffer | ForeignPassword | null | SaveOutcome> {
  if (message.offer === "ask") return (await pendingLoginIn(tabId))?.offer ?? ownOfferIn(tabId);
  if (message.offer === "warned") return foreignIn(tabId);
  if (isInPage && message.offer !== "hide" && !(await isSeenIn(tabId))) return { failed: "covered" };
  if (message.offer === "seen") return passForeign(tabId);
  return applyReply(message, tabId).finally(noteChange);
}

/** It was read: what else there is to ask in this tab is asked now. */
async function passForeign(tabId: number): Promise<SaveOutcome> {
  await forgetForeign(tabId);
  if ((await pendingLoginIn(tabId))?.offer == null) hide(tabId);
  else await show(tabId);
  return {};
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
  const isOpen = await hasKeys();
  const { [SERVER]: server } = await chrome.storage.local.get(SERVER);
  const isOwnServer = [url, tab.url].some((address) => URL.parse(address ?? "")?.origin === server);
  if (isOwnServer || !isOpen) return;
  if (message.save === "password") return warnOf(message.password, tab.id, url ?? "", tab.url);
  if (message.save === "typing") {
    if (message.isLogin !== true && (frameId !== 0 || (await taughtFieldsAt(url ?? "")).length === 0)) return;
    const target = documentId === undefined ? { tabId: tab.id, frameIds: [frameId] } : { tabId: tab.id, documentIds: [documentId] };
    await chrome.scripting.executeScript({ target, files: ["capture.js"], injectImmediately: true });
    return;
  }
  // What is saved is of a page's own fields, over an encrypted connection; a password in the wrong place is pointed out anywhere.
  const page = pageOf(url ?? "", tab.url ?? "", String(server));
  if (page !== null) await handleSent(message, tab.id, page);
}

async function handleSent(message: Exclude<FromPage, { save: "typing" | "password" }>, tabId: number, page: string): Promise<void> {
  if (message.save === "sent") {
    const typed = parseTypedLogin(message.typed);
    if (typed !== null) await capture(tabId, typed, page);
  } else if (message.save === "own") await captureOwn(tabId, message.typed, page);
  else {
    await offerIn(tabId);
    await offerOwnIn(tabId);
  }
}

/** A card or an address is asked about where no login is. */
async function offerOwnIn(tabId: number): Promise<void> {
  if ((await pendingLoginIn(tabId))?.offer != null) return;
  const client = await openVault();
  if (client !== null && (await askAboutOwn(tabId, client))) await show(tabId);
}

/** A password of another site is pointed out before it is sent, on pages that are not encrypted and in frames too. */
async function warnOf(password: unknown, tabId: number, page: string, top = page): Promise<void> {
  const client = typeof password !== "string" || password.length > 1_000 || !/^https?:/.test(page) ? null : await openVault();
  if (client === null || typeof password !== "string" || (await client.account.lockSettings.read()).warnForeign === "off") return;
  if (!(await mayCompare([page, top].map((address) => siteOf(new URL(address)))))) return;
  const foreign = await findForeign(client, password, page);
  if (foreign === null) return;
  await keepForeign(tabId, foreign);
  await show(tabId);
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

const knownHere = async (client: Client, tabId: number, { page }: CapturedLogin) =>
  knownLoginsFor(client, page, await loginsUsedIn(tabId, page));

async function offerIn(tabId: number): Promise<void> {
  const [waiting, client] = await Promise.all([pendingLoginIn(tabId), openVault()]);
  if (waiting === undefined || waiting.offer !== null) return;
  // A server that cannot be reached may be there at the next page: what waits is kept for its two minutes.
  if (client === null) return (await hasKeys()) ? undefined : forgetPendingLogin(tabId);
  if ((await client.account.lockSettings.read()).autosavePrompt === "off" || (await isDeclined(waiting))) return forgetPendingLogin(tabId);
  const { host } = new URL(waiting.page);
  const isExcluded = (await client.sites.hosts("excluded")).includes(host);
  const offer = isExcluded ? null : offerFor(waiting, await knownHere(client, tabId, waiting));
  const pending = client.newId();
  await changePendingLogin(tabId, (now) => (offer && now ? { ...now, offer: { ...offer, pending }, id: pending } : undefined));
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
  const own = waiting?.offer == null && message.offer !== "hide" ? await ownOfferIn(tabId) : null;
  const asked = waiting?.offer ?? own;
  if (message.offer !== "hide" && asked != null && asked.pending !== message.pending) return { failed: "asked-since" };
  if (own !== null) return applyToOwn(message.offer, own, tabId);
  if (waiting?.offer == null && message.offer === "save") return { failed: "login-gone" };
  if (waiting?.offer == null || message.offer === "hide") {
    hide(tabId);
    return {};
  }
  await noteUse();
  if (message.offer === "later") await decline(waiting);
  else {
    const client = await openVault();
    if (client === null) return { failed: (await hasKeys()) ? "no-server" : "locked" };
    if (message.offer === "never") await client.sites.list({ list: "excluded", host: waiting.offer.host });
    else if (waiting.offer.updates.some(({ id }) => id === message.id))
      await savePart(client, message.id ?? "", waiting.offer.part, waiting);
    else if (message.id === undefined) await saveOnce(client, tabId, waiting);
    else return { failed: "another-site" };
  }
  await changePendingLogin(tabId, (now) => now?.after);
  void offerIn(tabId).catch(() => undefined); // what another site has sent meanwhile
  return {};
}

async function applyToOwn(reply: Reply, { host }: OwnOffer, tabId: number): Promise<SaveOutcome> {
  await noteUse();
  const client = reply === "later" ? null : await openVault();
  if (client === null && reply !== "later") return { failed: (await hasKeys()) ? "no-server" : "locked" };
  if (client !== null && reply === "never") await client.sites.list({ list: "excluded", host });
  if (client !== null && reply === "save") return (await saveOwn(tabId, client)) ? {} : { failed: "own-gone" };
  await forgetOwn(tabId);
  return {};
}

/**
 * A worker that was stopped after it had saved is asked again, and finds the entry: on the server, because this device may not have stored it, or among what waits for it. What is
 * still on its way has the same id, and is taken once.
 */
async function saveOnce(client: Client, tabId: number, waiting: CapturedLogin): Promise<void> {
  await client.vault.pull().catch(() => undefined); // without the server it is kept here
  if (offerFor(waiting, await knownHere(client, tabId, waiting)) !== null) await saveNew(client, waiting);
}
