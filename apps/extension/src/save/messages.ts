/** Messages about a login that was just typed: from our script in its page to the worker, and between the worker and our own pages that ask. */
import type { Readers } from "../fill/item-ownership.ts";

/** As it was typed. Empty for what a form does not ask for. */
export interface TypedLogin {
  readonly username: string;
  readonly current: string;
  readonly next: string;
}

/** By the vault's names of fields. */
export type OwnFields = Readonly<Record<string, string>>;

/** A card, or a person with an address, as it was typed. */
export interface TypedOwn {
  readonly kind: "card" | "personal";
  readonly fields: OwnFields;
}

/** From a page. `typing`: into a field that may be a login's (`isLogin`), or into any other. `password`: typed or pasted, and not sent yet. `sent`: a form was sent, as far as a page can tell; `own`: one with a card or an address. `gone`: it is no longer there. */
export type FromPage =
  | { readonly save: "password"; readonly password: string }
  | { readonly save: "typing"; readonly isLogin: boolean }
  | { readonly save: "sent"; readonly typed: TypedLogin }
  | { readonly save: "own"; readonly typed: TypedOwn }
  | { readonly save: "gone" };

/** The question for the user. It contains no secret. */
export interface Offer {
  /** What is asked about: an answer names it. */
  readonly pending?: string;
  /** Of the site. */
  readonly host: string;
  /** What was typed; empty where a form asked for a password alone. */
  readonly username: string;
  /** What of an entry would be replaced: its password; or its user name, where the password is the one it has. */
  readonly part: "password" | "username";
  /** Of which entry it would be replaced; empty for a new entry. More than one where it cannot be known. */
  readonly updates: readonly Update[];
}

/** An entry that may be changed. */
export interface Update {
  readonly id: string;
  readonly title: string;
  readonly username: string;
  /** Who else reads it; absent for no one. */
  readonly readers?: Readers;
  /** Not preselected: another person's, and not used here. */
  readonly onlyIfChosen?: true;
}

/** The question about a card or an address. Of a card it contains the last digits alone. */
export interface OwnOffer {
  readonly pending?: string | undefined;
  readonly own: TypedOwn["kind"];
  readonly host: string;
  readonly what: string;
}

/** `hide`: the page is to be left alone, and the question stays in the popup. */
export type Reply = "save" | "later" | "never" | "hide";

/** A password of the vault was typed into a site that none of its entries is for. It contains no secret. */
export interface ForeignPassword {
  /** Where it was typed. */
  readonly host: string;
  /** Of the entries that have it. */
  readonly titles: readonly string[];
}

/** From our own pages. A page in a tab asks about that tab; the popup says which one it means. `warned`: what there is to warn of; `seen`: it was read. */
export type FromOwnPage =
  | { readonly offer: "ask"; readonly tabId?: number }
  | { readonly offer: "warned"; readonly tabId?: number }
  | { readonly offer: "seen"; readonly tabId?: number }
  | { readonly offer: Reply; readonly tabId?: number; readonly id?: string; readonly pending?: string };

/** Why nothing was saved: what the person reads of it is the page's (pages/use-reply.ts). */
export type SaveFailure = "covered" | "no-server" | "asked-since" | "locked" | "not-saved" | "login-gone" | "own-gone" | "another-site";

export interface SaveOutcome {
  readonly failed?: SaveFailure;
}

/** To our script in the page: the question is over; or someone has pressed in it, and the worker asks whether all of it is visible. */
export interface QuestionMessage {
  readonly bar: "over" | "asked";
}
