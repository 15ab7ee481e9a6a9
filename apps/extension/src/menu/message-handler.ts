/** In the worker: decides at which fields a menu opens and what may be filled from it. Neither a page nor our script in it does (security design §10). */
import { AUTH_SLOT, LOCAL_HALF } from "@coffer/core/account/session-slots";
import { refusalForOwn } from "../fill/may-fill.ts";
import type { Question } from "../passkeys/messages.ts";
import { SERVER, slotName } from "../storage-keys.ts";
import { taughtFieldsAt } from "../teach/taught-fields.ts";
import { isOwnPage } from "../worker/own-pages.ts";
import { openVault } from "../worker/vault.ts";
import { answerFrame } from "./frame-requests.ts";
import { findOpenMenu, type OpenMenu, saveOpenMenu } from "./menu-state.ts";
import type { FromField, FromMenu, Opening, ToMenu } from "./messages.ts";
import { isMuted } from "./muted-origins.ts";
import { OFFERINGS } from "./offers.ts";

type Sender = chrome.runtime.MessageSender;
const TOKEN = /^[0-9a-f-]{36}$/;

/** Call once as the worker starts. */
export function watchMenus(): void {
  chrome.runtime.onMessage.addListener((message: FromField | FromMenu | null, sender, answer) => {
    if (typeof message !== "object" || message === null || !("menu" in message) || sender.id !== chrome.runtime.id) return;
    const answering = isOwnPage(sender) ? answerFrame(message as FromMenu, sender) : answerField(message as FromField, sender);
    answering.then(answer, () => answer(null)); // what cannot be offered is not offered
    return true;
  });
}

interface Page {
  readonly tabId: number;
  readonly documentId: string;
  readonly origin: string;
  readonly address: string;
}

/** From our own script in the page itself, over an encrypted connection; never on the user's own server. */
async function pageOf({ tab, frameId, documentId, origin, url }: Sender): Promise<Page | null> {
  if (tab?.id === undefined || frameId !== 0 || documentId === undefined || origin === undefined || url === undefined) return null;
  const { [SERVER]: server } = await chrome.storage.local.get(SERVER);
  if (typeof server !== "string" || origin === server || URL.parse(url)?.origin !== origin) return null;
  return refusalForOwn(url, url) === null ? { tabId: tab.id, documentId, origin, address: url } : null;
}

async function answerField(message: FromField, sender: Sender): Promise<unknown> {
  const page = await pageOf(sender);
  if (page === null) return null;
  if (message.menu === "near") return placeFieldScript(page);
  if (message.menu === "taught") return taughtFieldsAt(page.address);
  if (message.menu === "keys") return focusMenu(message.token, page);
  if (message.menu !== "open" || !Object.hasOwn(OFFERINGS, message.kind) || !TOKEN.test(String(message.token))) return null;
  return openMenu(page, message);
}

/** @returns whether the script that recognises fields is there: it comes once someone is signed in. */
async function placeFieldScript({ tabId, documentId }: Page): Promise<boolean> {
  const slots = await chrome.storage.session.get(slotName(AUTH_SLOT));
  if (slots[slotName(AUTH_SLOT)] === undefined) return false;
  await chrome.scripting.executeScript({ target: { tabId, documentIds: [documentId] }, files: ["field.js"], injectImmediately: true });
  return true;
}

async function focusMenu(token: string, { tabId }: Page): Promise<null> {
  const news: ToMenu = { menuKeys: token };
  if ((await findOpenMenu(token, tabId)) !== null) await chrome.runtime.sendMessage(news).catch(() => undefined); // it is not drawn yet
  return null;
}

/** What our script says of a page's question is anything, as the page is. */
const readQuestion = (waits: Question | null): Question | null =>
  waits && TOKEN.test(String(waits.id)) ? { id: waits.id, options: String(waits.options) } : null;

/** For more, the user scrolls: a page sees no more of them. */
const MOST_LINES = 5;

async function openMenu(page: Page, { token, kind, waits, ...asked }: Extract<FromField, { menu: "open" }>): Promise<Opening> {
  const { tabId, documentId, origin } = page;
  const slots = await chrome.storage.session.get([AUTH_SLOT, LOCAL_HALF].map(slotName));
  if (slots[slotName(AUTH_SLOT)] === undefined) return null;
  const blank: OpenMenu = { token, tabId, documentId, origin, kind, isLocked: true, waits: readQuestion(waits), made: "" };
  const client = slots[slotName(LOCAL_HALF)] === undefined ? null : await openVault();
  if (await isMuted(origin, client)) return null;
  if (client === null) return saveOpenMenu(blank).then(() => ({ lines: 1 }));
  const { make, rows } = OFFERINGS[kind];
  const made = await make(client, page.address, asked);
  const { length } = await rows(client, { page: page.address, made });
  if (length === 0) return null;
  await saveOpenMenu({ ...blank, isLocked: false, made });
  return { lines: Math.min(length, MOST_LINES) };
}
