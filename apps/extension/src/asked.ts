/** What the worker asks of its script in a page, and the answers. Nothing of a vault is in them, and no value of the page. */
import type { Role } from "@coffer/fill/roles";

/** Every input, select and textarea of a document: its own in their order, then those in open shadow roots. */
export interface SeenField {
  readonly role: Role;
  readonly tag: string;
  readonly type: string;
  readonly name: string;
  readonly id: string;
}

export interface AskFields {
  readonly ask: "fields";
}
