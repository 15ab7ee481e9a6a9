/** Messages about the menu at a field: from our script in the page, from the menu's own frame, and from the worker to both. The only secret in them is what a pick fills in. */
import type { Values } from "@coffer/fill/write/values";
import type { Owner } from "../fill/item-ownership.ts";
import type { Question } from "../passkeys/messages.ts";

/** What a field asks for, as far as the menu has something for it. */
export type MenuKind = "login" | "code" | "card" | "personal" | "new-password";

/** What a field says of the password that it takes. */
export interface FieldRules {
  /** Its attribute `passwordrules`; empty without one. */
  readonly rules: string;
  /** How many characters it wants at least and at most; 0 where it does not say. */
  readonly shortest: number;
  readonly longest: number;
}

/** From our script in a page. `token` names one menu: only the script and the frame it has placed know it. */
export type FromField =
  | { readonly menu: "near" }
  /** What the user has taught about fields of this page: `Taught[]`. */
  | { readonly menu: "taught" }
  | ({ readonly menu: "open"; readonly token: string; readonly kind: MenuKind; readonly waits: Question | null } & FieldRules)
  | { readonly menu: "keys"; readonly token: string };

/** How many lines of the menu are in sight at once; null for no menu. */
export type Opening = { readonly lines: number } | null;

export interface MenuRow {
  readonly id: string;
  /** Empty for a new password. */
  readonly title: string;
  readonly owner?: Owner | undefined;
  readonly detail: string;
  /** Told apart by the look: a password as it would be filled in. */
  readonly isSecret: boolean;
  /** Of a new password, where the site allows no strong one: how strong it is. */
  readonly weak?: string | undefined;
  /** A login whose passkey the page waits for, and whether it has a password too. */
  readonly passkey?: "alone" | "with a password";
}

export interface MenuOffer {
  readonly kind: MenuKind;
  readonly isLocked: boolean;
  readonly host: string;
  readonly rows: readonly MenuRow[];
}

/** From the menu's frame. */
export type FromMenu =
  | { readonly menu: "rows" | "unlock" | "not-here" | "close"; readonly token: string }
  | { readonly menu: "pick" | "passkey"; readonly token: string; readonly id: string };

/** The result of a pick: what the person reads of one that failed is the menu's (pages/menu.ts). */
export interface PickOutcome {
  readonly failed?: "gone" | "not-all";
}

/** From the worker to our script in the page. */
export type ToField =
  | { readonly menuIs: "asked" | "over"; readonly token: string }
  | { readonly menuIs: "picked"; readonly token: string; readonly values: Values };

/** From the worker to the menu's frame: the user went into it with the keyboard. */
export interface ToMenu {
  readonly menuKeys: string;
}
