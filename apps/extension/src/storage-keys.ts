/** Names under which the extension stores things in the browser, and the two storage areas. */

/** `local`: the origin of the person's server, and which accounts this browser has agreed to. */
export const SERVER = "server";
export const KNOWN_ACCOUNTS = "known-accounts";
/** `session`: an account that the web app sent and no one has agreed to yet. */
export const PENDING_ACCOUNT = "pending-account";
/** `session`: when keys came from the web, in milliseconds since 1970. Someone used Coffer then, and the lock counts from there. */
export const WEB_SESSION_AT = "brought-at";

/** `session`: the server's half of the keys, as long as the server cannot be given it (unsent-half.ts). */
export const UNSENT_HALF = "unsent-half";

/** `session`: when someone last used one of the extension's pages, or opened a website from the vault; in milliseconds since 1970. */
export const USED_AT = "used-at";
/** `session`: the entry that a website was opened from, and the tab in which it opens. */
export const LAUNCHED = "launched";
/** `session`: logins that were just sent to sites, by tab, until it is known whether they are to be saved; and digests of those that are not. */
export const CAPTURED = "captured";
export const DECLINED = "declined";
/** `session`: cards and addresses that were just sent, by tab, until it is known whether they are to be saved. */
export const OWN_CAPTURED = "own-captured";
/** `session`: passwords of the vault that were typed into other sites, by tab: the site and the titles of their entries. */
export const FOREIGN = "foreign-passwords";
/** `session`: how many passwords were compared with those of the vault, by site. */
export const FOREIGN_ASKED = "foreign-asked";
/** `session`: what was used in which tab, on which site. */
export const USED_HERE = "used-here";
/** `session`: the tab in which someone is about to point at a field. */
export const TEACHING = "teaching";
/** `session`: the menu that is open at a field; and where the person wants none. */
export const MENU = "menu";
export const MUTED_ORIGINS = "menu-not-here";
/** `session`: when the worker last took in or saved something, in milliseconds since 1970: a page of the extension that stays open looks again. */
export const CHANGED_AT = "changed-at";
/** `session`: when the worker last asked the server what is new, in milliseconds since 1970. */
export const PULLED_AT = "pulled-at";
/** `session`: ids of the open vault's passkeys, by site; the site's question that is open; and when whose master password was last typed into a page of the extension. */
export const PASSKEYS = "passkeys";
/** `session`: which pages those sites let use their passkeys, though they are not their own. */
export const RELATED = "related";
/** `session`: how often a site has said something of its passkeys, by RP ID. */
export const SIGNALLED = "signalled";
export const PASSKEY_ASKED = "passkey-asked";
export const VERIFIED_AT = "verified-at";
/** `local`: there where the person wants no passkeys from us in this browser. */
export const PASSKEYS_OFF = "passkeys-off";
/** `local`: the code of the language that is chosen for the extension's pages; not there where it is the browser's. */
export const LANGUAGE = "language";
/** `session`: what is only there while the vault is open. */
export const CLEARED_ON_LOCK = [
  LAUNCHED,
  CAPTURED,
  DECLINED,
  OWN_CAPTURED,
  FOREIGN,
  FOREIGN_ASKED,
  USED_HERE,
  TEACHING,
  MENU,
  MUTED_ORIGINS,
  CHANGED_AT,
  PULLED_AT,
  PASSKEYS,
  RELATED,
  SIGNALLED,
  PASSKEY_ASKED,
  VERIFIED_AT,
] as const;

export const slotName = (slot: string): string => `slot:${slot}`;

/** The part of the browser's storage areas that is used here. */
export interface Area {
  /** @param name - all of it where none is named. */
  get(name?: string): Promise<Record<string, unknown>>;
  set(values: Record<string, unknown>): Promise<void>;
  remove(names: string | string[]): Promise<void>;
  clear(): Promise<void>;
}

export interface Areas {
  readonly local: Area;
  readonly session: Area;
  /** Runs one such piece of work after the other, over all our pages and the worker: ending a session removes nothing of one that is being stored. Must not be nested. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}
