/** What the popup and the side panel show of the logins for a page: nothing secret. */

import type { SessionWatch } from "@coffer/app/frame/session-watch.ts";
import type { Item } from "@coffer/client";
import { asksAgain } from "@coffer/core/items/ask-again";
import { isOthers } from "@coffer/core/items/item";
import { parseCode } from "@coffer/core/items/totp";
import { loginsForPage } from "../fill/item-ownership.ts";
import { takeOwnGroups } from "../fill/own-groups.ts";
import { ownershipLine } from "../fill/ownership-lines.ts";

export interface SiteLogin {
  readonly id: string;
  readonly title: string;
  readonly username: string;
  /** Of the address it was saved with: another host of the same site is told apart by it. */
  readonly host: string;
  /** In seconds, of its one-time code; null for a login without one. */
  readonly period: number | null;
  /** Whether it is filled in only after the master password. */
  readonly asks: boolean;
  /** Whose it is; absent for the user's own. */
  readonly whose?: string;
  /** Another person's that was not picked here yet: it is not filled in by itself. */
  readonly isUnpicked?: true;
}

export async function loginsFor(watch: SessionWatch, page: string): Promise<SiteLogin[]> {
  const client = await watch.later();
  await takeOwnGroups(client);
  const { vault, sites } = client;
  if (vault.contents() === null && (await vault.local()) === null) await vault.pull();
  const items = await loginsForPage(client, page);
  const picked = items.some(isOthers) ? await sites.picked({ host: new URL(page).host }) : [];
  return items.filter(({ state }) => state === "intact").map((item) => loginOf(item, picked));
}

const LOOKS_EVERY_MS = 1_000;

/**
 * A panel is open for hours; and a popup over a page may be quicker than what was just saved elsewhere.
 * @param look - called at once, and again whenever the vault holds something else than before. @returns what ends that
 */
export function watchContents(watch: SessionWatch, look: () => void): () => void {
  look();
  let seen: unknown = null;
  const lookIfChanged = async (): Promise<void> => {
    const now = (await watch.later()).vault.contents();
    if (now === null || now === seen) return; // null: locked, what is shown goes with the session
    seen = now;
    look();
  };
  const timer = setInterval(() => void lookIfChanged().catch(() => undefined), LOOKS_EVERY_MS);
  return () => clearInterval(timer);
}

function loginOf(item: Item, picked: readonly string[]): SiteLogin {
  const { title = "", username = "", website_url: website = "", totp = "" } = item.fields;
  const own = { id: item.id, title, username, host: hostOf(website), period: parseCode(totp)?.period ?? null, asks: asksAgain(item) };
  if (!isOthers(item)) return own;
  return { ...own, whose: ownershipLine(item), ...(!picked.includes(item.id) && { isUnpicked: true }) };
}

const hostOf = (website: string): string => URL.parse(/^https?:/i.test(website) ? website : `https://${website}`)?.host ?? "";

/** @returns one of the user's sites that the page imitates; null for none. */
export const lookAlikeFor = async (watch: SessionWatch, page: string): Promise<string | null> =>
  (await watch.later()).vault.findLookAlike({ page });
