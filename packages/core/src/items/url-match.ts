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

/** Longer addresses are not tested: the regex engine has no time limit. */
const REGEX_PAGE_MAX_LENGTH = 512;

/** Whether the item is offered on the page. Only for http and https. */
export function matchUrl({ saved, mode = "domain", page }: MatchQuestion): boolean {
  const pageUrl = pageAddress(page);
  return pageUrl !== null && MATCHERS[mode](saved, pageUrl);
}

/** The order of offers, highest first. */
export const RANK = { sameAddress: 5, sameHostAndPort: 4, sameHost: 3, sameSite: 2, equivalent: 1, notOffered: 0 } as const;

export function rankMatch(question: MatchQuestion): number {
  const page = pageAddress(question.page);
  if (!page || !matchUrl(question)) return RANK.notOffered;
  const saved = savedAddress(question.saved, page);
  if (!saved) return RANK.sameHostAndPort; // only a pattern matches without being an address, and patterns are chosen deliberately
  if (saved.hostname !== page.hostname)
    return siteOf(saved) === siteOf(page) || question.mode === "regex" ? RANK.sameSite : RANK.equivalent;
  if (saved.host !== page.host) return RANK.sameHost;
  return saved.pathname === page.pathname && saved.pathname !== "/" ? RANK.sameAddress : RANK.sameHostAndPort;
}

const MATCHERS: Record<MatchMode, (saved: string, page: URL) => boolean> = {
  domain: (saved, page) => withAddress(saved, page, (url) => siteOf(url) === siteOf(page) || areEquivalent(siteOf(url), siteOf(page))),
  host: (saved, page) => withAddress(saved, page, (url) => url.host === page.host),
  "starts-with": (saved, page) => withAddress(saved, page, (url) => page.href.startsWith(url.href)),
  exact: (saved, page) => withAddress(saved, page, (url) => page.href === url.href),
  regex: (saved, page) => matchPattern(saved, page),
  never: () => false,
};

function withAddress(saved: string, page: URL, matches: (url: URL) => boolean): boolean {
  const url = savedAddress(saved, page);
  return url !== null && matches(url);
}

/** The registrable domain, using the private part of the suffix list too; host and port if there is none (an IP, a single word, a public suffix). `getDomain` would keep the
 * last name it was asked for in memory, after a lock too. */
export const siteOf = (url: URL): string => parse(url.hostname, { allowPrivateDomains: true }).domain ?? url.host;

/** A saved address without a scheme gets the page's scheme. */
function savedAddress(saved: string, page: URL): URL | null {
  if (!saved.trim()) return null;
  const hasScheme = /^\s*https?:/i.test(saved);
  return withoutUser(parseWebAddress(hasScheme ? saved : `${page.protocol}//${saved.trim()}`));
}

const pageAddress = (page: string): URL | null => (/^https?:\/\//i.test(page) ? withoutUser(parseWebAddress(page)) : null);

/** "https://bank.example@evil.example" is a page of evil.example. */
function withoutUser(url: URL | null): URL | null {
  if (url) [url.username, url.password] = ["", ""];
  return url;
}

function matchPattern(pattern: string, page: URL): boolean {
  const text = page.href.length > REGEX_PAGE_MAX_LENGTH ? page.origin + page.pathname : page.href;
  if (text.length > REGEX_PAGE_MAX_LENGTH || !isSafePattern(pattern)) return false;
  return new RegExp(pattern, "i").test(text);
}
