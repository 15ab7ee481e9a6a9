/**
 * In the worker: where a site asks for a name and a password by the browser's own dialog, a window of the extension asks first which login to use. Without a press in it nothing is
 * sent, and the browser shows its dialog. A login that was refused is not sent again.
 */

import type { Client, Item } from "@coffer/client";
import { loginsForPage, ownerOf } from "../fill/item-ownership.ts";
import { isOwnPage } from "../worker/own-pages.ts";
import { noteUse, openVault } from "../worker/vault.ts";
import { loginsFor, pageThatAsks } from "./may-answer.ts";
import type { AuthQuestion, FromAuthWindow } from "./messages.ts";

type Details = chrome.webRequest.OnAuthRequiredDetails;
type Answer = chrome.webRequest.BlockingResponse;

const SIZE = { width: 416, height: 320 } as const;
/** Anyone who has not answered by then has gone elsewhere. */
const PATIENCE_MS = 120_000;
/** The browser's own dialog. */
const LEFT_TO_BROWSER: Answer = {};

interface Pending {
  readonly page: URL;
  readonly windowId: number | undefined;
  readonly answer: (answer: Answer) => void;
}

/** By the name that the window of each was given. */
const pending = new Map<string, Pending>();
/** Requests that were answered: the browser asks again when a login was refused. */
const answered = new Set<string>();

/** Call once as the worker starts. */
export function watchBasicAuth(): void {
  const places = { urls: ["http://*/*", "https://*/*"] };
  chrome.webRequest.onAuthRequired.addListener(
    (details, answer) => {
      ask(details).then(answer, () => answer?.(LEFT_TO_BROWSER));
      return undefined;
    },
    places,
    ["asyncBlocking"],
  );
  chrome.windows.onRemoved.addListener((windowId) => {
    for (const one of pending.values()) if (one.windowId === windowId) one.answer(LEFT_TO_BROWSER);
  });
  chrome.runtime.onMessage.addListener((message: FromAuthWindow | null, sender, reply) => {
    if (typeof message !== "object" || message === null || !("auth" in message) || !isOwnPage(sender)) return;
    handle(message).then(reply, () => reply(null));
    return true;
  });
}

const itemsFor = async (client: Client, page: URL): Promise<readonly Item[]> => loginsFor(await loginsForPage(client, page.href), page);

async function ask(details: Details): Promise<Answer> {
  const page = details.tabId < 0 || answered.has(details.requestId) ? null : pageThatAsks(details);
  const client = page === null ? null : await openVault();
  if (page === null || client === null || (await itemsFor(client, page)).length === 0) return LEFT_TO_BROWSER;
  answered.add(details.requestId);
  const request = crypto.randomUUID();
  const opened = await chrome.windows.create({ url: chrome.runtime.getURL(`auth.html#${request}`), type: "popup", ...SIZE });
  const answer = await new Promise<Answer>((resolve) => {
    pending.set(request, { page, windowId: opened?.id, answer: resolve });
    setTimeout(() => resolve(LEFT_TO_BROWSER), PATIENCE_MS);
  });
  pending.delete(request);
  if (opened?.id !== undefined) await chrome.windows.remove(opened.id).catch(() => undefined); // a person has closed it
  return answer;
}

function loginOf(item: Item): AuthQuestion["logins"][number] {
  const { title = "", username = "" } = item.fields;
  return { id: item.id, title, username, owner: ownerOf(item) };
}

async function handle(message: FromAuthWindow): Promise<AuthQuestion | null> {
  const asked = pending.get(message.request);
  const client = await openVault();
  if (asked === undefined || client === null) return null;
  if (message.auth === "none") {
    asked.answer(LEFT_TO_BROWSER);
    return null;
  }
  const items = await itemsFor(client, asked.page);
  const question = {
    host: asked.page.host,
    logins: items.map(loginOf),
  };
  if (message.auth !== "pick") return question;
  const item = items.find(({ id }) => id === message.id);
  if (item === undefined) return null;
  asked.answer({ authCredentials: { username: item.fields.username ?? "", password: item.fields.password ?? "" } });
  await noteUse();
  void client.vault.markUsed({ id: item.id }).catch(() => undefined); // the dialog is answered in any case
  return question;
}
