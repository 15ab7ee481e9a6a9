/** Whether an item matches the open page. Both are parsed by the URL standard, so case, default ports and IDN spelling do not matter. */

import { parse } from "tldts";
import { areEquivalent } from "./equivalent-sites.ts";
import { parseWebAddress } from "./item.ts";
import type { MatchMode } from "./match-modes.ts";
import { isSafePattern } from "./safe-pattern.ts";

export interface MatchQuestion {
  /** The saved address; the pattern for `regex`. */
  readonly saved: string;
  readonly mode?: MatchMode;
  /** Full address of the page. */
  readonly page: string;
}

/** An address and its site, read once. */
interface Place {
  readonly url: URL;
  readonly site: string;
}

/** What an item has saved, read once for many pages. */
export interface SavedAddress {
  readonly text: string;
  readonly mode: MatchMode;
  /** Without a scheme it gets the page's. */
  readonly on: (protocol: string) => Place | null;
}

export function readSaved(text: string, mode: MatchMode = "domain"): SavedAddress {
  const read = new Map<string, Place | null>();
  const hasScheme = /^\s*https?:/i.test(text);
  const on = (protocol: string): Place | null => {
    const full = hasScheme ? text : `${protocol}//${text.trim()}`;
    const found = read.get(full);
    if (found !== undefined) return found;
    const place = text.trim() ? placeOf(parseWebAddress(full)) : null;
    read.set(full, place);
    return place;
  };
  return { text, mode, on };
}

/** Only for http and https. @param page - its full address */
export const readPage = (page: string): Place | null => (/^https?:\/\//i.test(page) ? placeOf(parseWebAddress(page)) : null);

/** "https://bank.example@evil.example" is a page of evil.example. */
function placeOf(url: URL | null): Place | null {
  if (!url) return null;
  [url.username, url.password] = ["", ""];
  return { url, site: siteOf(url) };
}

/** Longer addresses are not tested: the regex engine has no time limit. */
const REGEX_PAGE_MAX_LENGTH = 512;

/** The order of offers, highest first. */
export const RANK = { sameAddress: 5, sameHostAndPort: 4, sameHost: 3, sameSite: 2, equivalent: 1, notOffered: 0 } as const;

export const rankMatch = ({ saved, mode, page }: MatchQuestion): number => rankOn(readSaved(saved, mode), readPage(page));

/** Whether the item is offered on the page, and before which others. */
export function rankOn(saved: SavedAddress, page: Place | null): number {
  if (!page || !MATCHERS[saved.mode](saved, page)) return RANK.notOffered;
  const at = saved.on(page.url.protocol);
  if (!at) return RANK.sameHostAndPort; // only a pattern matches without being an address, and patterns are chosen deliberately
  if (at.url.hostname !== page.url.hostname) return at.site === page.site || saved.mode === "regex" ? RANK.sameSite : RANK.equivalent;
  if (at.url.host !== page.url.host) return RANK.sameHost;
  return at.url.pathname === page.url.pathname && at.url.pathname !== "/" ? RANK.sameAddress : RANK.sameHostAndPort;
}

const onAddress =
  (matches: (at: Place, page: Place) => boolean) =>
  (saved: SavedAddress, page: Place): boolean => {
    const at = saved.on(page.url.protocol);
    return at !== null && matches(at, page);
  };

const MATCHERS: Record<MatchMode, (saved: SavedAddress, page: Place) => boolean> = {
  domain: onAddress((at, page) => at.site === page.site || areEquivalent(at.site, page.site)),
  host: onAddress((at, page) => at.url.host === page.url.host),
  "starts-with": onAddress((at, page) => page.url.href.startsWith(at.url.href)),
  exact: onAddress((at, page) => page.url.href === at.url.href),
  regex: ({ text }, { url }) => matchPattern(text, url),
  never: () => false,
};

/** The registrable domain, using the private part of the suffix list too; host and port if there is none (an IP, a single word, a public suffix). `getDomain` would keep the
 * last name it was asked for in memory, after a lock too. */
export const siteOf = (url: URL): string => parse(url.hostname, { allowPrivateDomains: true }).domain ?? url.host;

function matchPattern(pattern: string, page: URL): boolean {
  const text = page.href.length > REGEX_PAGE_MAX_LENGTH ? page.origin + page.pathname : page.href;
  if (text.length > REGEX_PAGE_MAX_LENGTH || !isSafePattern(pattern)) return false;
  return new RegExp(pattern, "i").test(text);
}
