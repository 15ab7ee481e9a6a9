/** Messages about a login that was just typed: from our script in its page to the worker, and between the worker and our own pages that ask. */

/** As it was typed. Empty for what a form does not ask for. */
export interface TypedLogin {
  readonly username: string;
  readonly current: string;
  readonly next: string;
}

/** From a page. `typing`: into a field that may be a login's (`isLogin`), or into any other. `sent`: a form was sent, as far as a page can tell. `gone`: it is no longer there. */
export type FromPage =
  | { readonly save: "typing"; readonly isLogin: boolean }
  | { readonly save: "sent"; readonly typed: TypedLogin }
  | { readonly save: "gone" };

/** The question for the user. It contains no secret. */
export interface Offer {
  /** Of the site. */
  readonly host: string;
  /** What was typed; empty where a form asked for a password alone. */
  readonly username: string;
  /** Of which entry the password would be replaced; empty for a new entry. More than one where it cannot be known. */
  readonly updates: readonly { readonly id: string; readonly title: string; readonly username: string }[];
}

/** `hide`: the page is to be left alone, and the question stays in the popup. */
export type Reply = "save" | "later" | "never" | "hide";

/** From our own pages. A page in a tab asks about that tab; the popup says which one it means. */
export type FromOwnPage =
  | { readonly offer: "ask"; readonly tabId?: number }
  | { readonly offer: Reply; readonly tabId?: number; readonly id?: string };

/** The result; a sentence for the user if it failed. */
export interface SaveOutcome {
  readonly failed?: string;
}

/** To our script in the page: the question is over; or someone has pressed in it, and the worker asks whether all of it is visible. */
export interface QuestionMessage {
  readonly bar: "over" | "asked";
}

export const COVERED = "Something covers this question. Answer it from Coffer in the toolbar.";
