/** Messages of the window that asks with which login a site's own sign-in dialog is answered. No secret is in them. */
import type { Owner } from "../fill/item-ownership.ts";

interface AuthLogin {
  readonly id: string;
  readonly title: string;
  readonly username: string;
  /** Absent for the user's own. */
  readonly owner?: Owner | undefined;
}

export interface AuthQuestion {
  /** With its port unless it is the default one. */
  readonly host: string;
  readonly logins: readonly AuthLogin[];
}

/** `request` names one question: the worker gives it to the window that it opens. */
export type FromAuthWindow =
  | { readonly auth: "ask" | "none"; readonly request: string }
  | { readonly auth: "pick"; readonly request: string; readonly id: string };
