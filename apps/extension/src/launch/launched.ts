/** A website that was opened from an entry: in which tab it opens, what may be filled there without a further click, and for how long. Pure. */

import type { Item } from "@coffer/client";
import { isOthers } from "@coffer/core/items/item";
import { type Address, addressesOf } from "@coffer/core/items/structured-fields";
import { RANK, rankMatch } from "@coffer/core/items/url-match";
import type { Role } from "@coffer/fill/roles";
import { isOther } from "@coffer/fill/write/named";
import type { Values } from "@coffer/fill/write/values";
import { refusalFor } from "../fill/may-fill.ts";

export interface Launched {
  readonly entryId: string;
  /** When, in milliseconds since 1970. */
  readonly at: number;
  /** The tab it was opened from: the new tab has no other opener. Undefined for a window without a tab. */
  readonly fromTab: number | undefined;
  /** Null until it opens. */
  readonly tabId: number | null;
  /** What of the login has been filled: each part once. */
  readonly done: readonly Role[];
}

/** A tab as it was created. */
export interface NewTab {
  readonly id: number;
  readonly at: number;
  readonly openerTabId: number | undefined;
}

/** The message comes before the tab opens: an older tab belongs to an earlier message. The clocks of two processes differ by less. */
const CLOCKS_MS = 500;
/** The tab opens this soon after the message. */
const OPENS_WITHIN_MS = 5_000;
/** Anyone who has not seen the form by then has gone elsewhere. */
const HOLDS_MS = 120_000;

export const opensIn = ({ at, fromTab, tabId }: Launched, tab: NewTab): boolean =>
  tabId === null &&
  tab.at >= at - CLOCKS_MS &&
  tab.at <= at + OPENS_WITHIN_MS &&
  (tab.openerTabId === undefined || tab.openerTabId === fromTab);

/** @returns null for anything else, or when it is over. */
export function launchedIn(kept: unknown, now: number): Launched | null {
  if (typeof kept !== "object" || kept === null || !("at" in kept)) return null;
  const launched = kept as Launched; // our own, from a storage that only we write
  return now - launched.at <= HOLDS_MS ? launched : null;
}

/** Only the very host and port of the entry, and nothing that a pattern matches: no one picks here. */
export const mayFillUnpicked = (addresses: readonly Address[], page: string): boolean =>
  addresses.some(
    (address) =>
      address.match !== "regex" &&
      rankMatch({ saved: address.url, mode: address.match, page }) >= RANK.sameHostAndPort &&
      refusalFor([address], page, page) === null,
  );

/**
 * Among what may be filled without a pick: the own login that was used last. Only where there is none, another person's, if the user has picked it at this site: anyone can share one
 * for any site, and says when it was used.
 * @param items - the best match first. @param picked - ids of others' logins that were picked here, the newest last. @returns null where there is none.
 */
export function likeliest(items: readonly Item[], page: string, picked: readonly string[] = []): Item | null {
  const fitting = items.filter(
    ({ kind, state, fields }) => kind === "password" && state === "intact" && mayFillUnpicked(addressesOf(fields), page),
  );
  const [own] = fitting.filter((item) => !isOthers(item)).toSorted((a, b) => (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0));
  if (own !== undefined) return own;
  const id = picked.findLast((one) => fitting.some((item) => item.id === one));
  return fitting.find((item) => item.id === id) ?? null;
}

const PARTS = ["username", "current-password"] as const;

/**
 * What is asked for by a page and has not been filled. A password is never sent into a form for a new one.
 * @param sent - the user name that an earlier step has sent; empty for none. With another one than the login's there is nothing to fill in.
 */
export function stillToFill(asked: readonly Role[], done: readonly Role[], fields: Readonly<Record<string, string>>, sent = ""): Values {
  const { username = "", password = "" } = fields;
  if (isOther(sent, username)) return {};
  const has = { username, "current-password": password };
  return Object.fromEntries(
    PARTS.filter((part) => asked.includes(part) && !done.includes(part) && has[part] !== "").map((part) => [part, has[part]]),
  );
}
