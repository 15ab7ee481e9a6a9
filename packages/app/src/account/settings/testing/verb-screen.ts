/** The description of a verb that a screen calls, and what a person does with hands. */
import type { Client } from "@coffer/client";
import type { ReactNode } from "react";
import { page } from "vitest/browser";
import type { PartOf } from "../../../testing/fake-client.ts";

export type Account = PartOf<Client["account"]>;

export interface VerbScreen {
  /** Of `client.account`; with a dot, of a part of it. */
  readonly verb: string;
  readonly screen: ReactNode;
  readonly at?: string;
  /** No one is signed in. */
  readonly isOutside?: true;
  /** What answers before, or next to, the verb that fails. */
  readonly given?: Account;
  /** The way to the form; what is typed into it on the way does not count as typed. */
  readonly way?: () => Promise<void>;
  /** By label: what is typed, and still there afterwards. The last one sends itself where it is SENDS_ITSELF. */
  readonly typed?: Readonly<Record<string, string>>;
  /** The button that sends, also for the second attempt; "Try again" is there only once it failed. Or what is done in place of a button. */
  readonly press: string | (() => Promise<void>);
  /** Asked before anything is sent; the button that says yes. */
  readonly yes?: string;
}

/** Six digits that are sent with the last of them. */
export const SENDS_ITSELF = "123456";
export const NEW = "New-Harbour-88-Lantern!";
export const EVE = "eve@example.com";

export const press = (name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();
export const type = (label: string, text: string): Promise<void> => page.getByLabelText(label, { exact: true }).fill(text);
