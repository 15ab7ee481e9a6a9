/**
 * Fills pages as they load, on the sites that the user has chosen for it and on no other: the exact host and port of the login, the page's own frame alone, over an
 * encrypted connection, in the tab in front. Each part of a login once for each document, so that what a person deletes stays deleted.
 */
import type { Client, Item } from "@coffer/client";
import { asksAgain } from "@coffer/core/items/ask-again";
import type { Role } from "@coffer/fill/roles";
import { type Frame, fillFrame, framesOf } from "../fill/frames.ts";
import { recordUsedIn } from "../fill/used-logins.ts";
import { hasKeys } from "../while-open.ts";
import { openVault } from "../worker/vault.ts";
import { findBestLogin } from "./best-login.ts";
import { stillToFill } from "./launched.ts";
import { lookRepeatedly } from "./look-repeatedly.ts";
import { nameSentIn } from "./name-sent.ts";

/** What was filled in the document that a tab shows. */
const done = new Map<number, { readonly documentId: string | undefined; readonly roles: readonly Role[] }>();

/** Call once as the worker starts. @param isLaunched - whether a tab is filled from the entry that it was opened from. */
export function watchLoads(isLaunched: (tabId: number) => Promise<boolean>): void {
  const look = lookRepeatedly(async (tabId) => (await isLaunched(tabId)) || fillOnce(tabId));
  chrome.tabs.onUpdated.addListener((tabId, { status }, { active, url = "" }) => {
    if (status === "complete" && active && /^https?:/.test(url)) void look(tabId);
  });
  chrome.tabs.onRemoved.addListener((tabId) => void done.delete(tabId));
}

async function isChosen(client: Client, url: string): Promise<boolean> {
  const host = URL.parse(url)?.host;
  return host !== undefined && (await client.sites.hosts("filled-on-load")).includes(host);
}

/** @returns whether there is no more to be done in what is loaded now. */
async function fillOnce(tabId: number): Promise<boolean> {
  if (!(await hasKeys())) return true;
  const [client, tab] = await Promise.all([openVault(), chrome.tabs.get(tabId)]);
  const { active, url = "" } = tab;
  if (client === null || !active || !(await isChosen(client, url))) return true;
  const page = (await framesOf(tabId)).find(({ frameId }) => frameId === 0);
  // What is filled is what answered: its own address counts, and not the one that the tab had a moment ago.
  if (page === undefined || !(await isChosen(client, page.address))) return false;
  const { item } = await findBestLogin(client, page.address);
  return item === null || asksAgain(item) || fillPage(client, tabId, page, item);
}

async function fillPage(client: Client, tabId: number, page: Frame, item: Item): Promise<boolean> {
  const before = done.get(tabId);
  const roles = before?.documentId === page.documentId ? (before?.roles ?? []) : [];
  const asked = page.fields.map(({ role }) => role);
  const values = stillToFill(asked, roles, item.fields, await nameSentIn(tabId, page.address));
  if (Object.keys(values).length === 0) return roles.includes("current-password");
  const { filled } = await fillFrame(tabId, page, values, item.fields.username ?? "");
  if (filled.length > 0) await recordUsedIn(tabId, page.address, item.id);
  done.set(tabId, { documentId: page.documentId, roles: [...roles, ...filled] });
  if (!filled.includes("current-password")) return false;
  void client.vault.markUsed({ id: item.id }).catch(() => undefined); // the form is filled in any case
  return true;
}
