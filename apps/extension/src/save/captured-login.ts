/** A login that was sent to a site, and the question about it. Pure. */
import { isLoopback } from "@coffer/core/loopback";
import type { Role } from "@coffer/fill/roles";
import type { Readers } from "../fill/item-ownership.ts";
import type { Offer, TypedLogin, Update } from "./messages.ts";

export interface CapturedLogin extends TypedLogin {
  /** Of the page it was typed in, without what follows its path. */
  readonly page: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** Null until the site seems to have accepted it. */
  readonly offer: Offer | null;
  /** Of the entry that it may become: a press that is answered twice is one save. */
  readonly id?: string;
  /** While it is asked about: a user name that was sent since, perhaps on its way to a page with its password. */
  readonly since?: { readonly username: string; readonly page: string };
  /** While it is asked about: what another site has sent since. It is asked about then. */
  readonly after?: CapturedLogin;
}

/** An entry that is for the site. */
export interface KnownLogin {
  readonly id: string;
  readonly title: string;
  readonly username: string;
  readonly password: string;
  /** Whether one of its addresses is this very host: only such an entry is replaced. */
  readonly isSameHost: boolean;
  readonly mayWrite: boolean;
  /** Who else reads it; absent for no one. */
  readonly readers?: Readers;
  /** Used in this tab on this site: such an entry comes first. */
  readonly isUsedHere?: true;
  /** Another person's that was not used here: anyone can share one for any site, so it is never preselected. */
  readonly onlyIfChosen?: true;
}

/** Sent, without any sign of success. */
const WAITS_MS = 120_000;
/** A question that no one has answered. */
const ASKED_MS = 600_000;

export const isOver = ({ at, offer }: CapturedLogin, now: number): boolean => now - at > (offer === null ? WAITS_MS : ASKED_MS);

/** @returns the page without what follows its path; null for pages that are not encrypted, have no site, or are not this site's own. */
export function pageOf(frame: string, top: string, server: string): string | null {
  const [page, around] = [URL.parse(frame), URL.parse(top)];
  if (page === null || around === null || page.origin !== around.origin || page.origin === server) return null;
  const isSafe = page.protocol === "https:" || (page.protocol === "http:" && isLoopback(page.hostname));
  return isSafe ? page.origin + page.pathname : null;
}

const isSameOrigin = (one: string, other: string): boolean => new URL(one).origin === new URL(other).origin;

/** A user name from the page before counts if this one does not ask for it. A pending question is replaced by another login of its site, but neither by one of another site nor by an address for a newsletter. */
export function nextCaptured(typed: TypedLogin, page: string, before: CapturedLogin | undefined, now: number): CapturedLogin {
  const { username: name } = typed;
  if (before !== undefined && before.offer !== null && typed.current === "" && typed.next === "")
    return { ...before, since: { username: name, page } };
  const last = before?.offer === null ? before : before?.since;
  const username = name || (last !== undefined && isSameOrigin(last.page, page) ? last.username : "");
  const captured = { ...typed, username, page, at: now, offer: null };
  return before !== undefined && before.offer !== null && !isSameOrigin(before.page, page) ? { ...before, after: captured } : captured;
}

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** @returns null when there is nothing to ask: no password, or the vault has it already. */
export function offerFor({ page, username, current, next }: CapturedLogin, known: readonly KnownLogin[]): Offer | null {
  const password = next || current;
  const theirs = known.filter((one) => username === "" || same(one.username, username));
  if (password === "" || theirs.some((one) => one.password === password)) return null;
  const mine = theirs.filter((one) => one.isSameHost && one.mayWrite).toSorted((one, other) => placeOf(one) - placeOf(other));
  const { host } = new URL(page);
  const renamed = theirs.length === 0 && next === "" ? renamedOf(current, known.filter(mayBeFirst)) : [];
  if (renamed.length > 0) return { host, username, part: "username", updates: renamed.map(asUpdate) };
  return { host, username, part: "password", updates: (next !== "" && current !== "" ? provenBy(current, mine) : mine).map(asUpdate) };
}

const mayBeFirst = ({ onlyIfChosen }: KnownLogin): boolean => onlyIfChosen !== true;
const placeOf = ({ isUsedHere, onlyIfChosen }: KnownLogin): number => (isUsedHere ? 0 : onlyIfChosen ? 2 : 1);

/** A form that asks for the old password says which entry it is about. Where only another person's has it, which may have been put there by someone who knows it, no entry is preselected. */
function provenBy(password: string, mine: readonly KnownLogin[]): readonly KnownLogin[] {
  const proven = mine.filter((one) => one.password === password);
  if (proven.some(mayBeFirst)) return proven;
  return proven.length === 0 ? mine : mine.map((one) => ({ ...one, onlyIfChosen: true }));
}

const asUpdate = ({ id, title, username, readers, onlyIfChosen }: KnownLogin): Update => ({
  ...{ id, title, username },
  ...(readers !== undefined && { readers }),
  ...(onlyIfChosen && { onlyIfChosen }),
});

/** Signed in under another name with the very password of the only login of this host: its user name was changed. Where there are several, people may have given two accounts one password. */
function renamedOf(password: string, known: readonly KnownLogin[]): readonly KnownLogin[] {
  const here = known.filter((one) => one.isSameHost);
  return here.length === 1 ? here.filter((one) => one.mayWrite && one.password === password) : [];
}

/** Whether the next page shows the same form again: then the login was refused. */
export function isRefused({ page, next }: CapturedLogin, now: string, asked: readonly Role[]): boolean {
  const [was, is] = [new URL(page), URL.parse(now)];
  if (is === null || is.origin !== was.origin) return false;
  if (next !== "") return is.pathname === was.pathname && asked.includes("new-password");
  return (
    asked.includes("current-password") && !asked.includes("new-password") && (asked.includes("username") || is.pathname === was.pathname)
  );
}

/** A host with and without `www.` counts as the same. */
const bare = (host: string): string => host.replace(/^www\./, "");
export const isSameHost = (saved: string, page: string): boolean => {
  const url = URL.parse(/^\s*https?:/i.test(saved) ? saved : `${new URL(page).protocol}//${saved.trim()}`);
  return url !== null && bare(url.host) === bare(new URL(page).host);
};
