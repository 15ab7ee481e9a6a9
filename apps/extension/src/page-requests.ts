/** Requests of the worker and of our own pages to the script in a page, and the answers. They contain no values of the page. */
import type { TaughtRole } from "@coffer/fill/page/taught-fields";
import type { Role } from "@coffer/fill/roles";
import type { Filled } from "@coffer/fill/write/fill";
import type { Values } from "@coffer/fill/write/values";

/** Every input, select and textarea of a document: its own in their order, then those in open shadow roots. */
interface SeenField {
  readonly role: Role;
}

export interface SeenFrame {
  /** As the frame's own browser window has it; `null` for one without an origin of its own. */
  readonly origin: string;
  readonly address: string;
  readonly fields: readonly SeenField[];
}

/** `taught`: what the person has said of fields of this very page; it holds for what is filled afterwards too. */
export type PageRequest =
  | { readonly ask: "fields"; readonly taught?: readonly TaughtRole[] }
  /** `named`: no one has picked this, and whose login it is. */
  | { readonly ask: "fill"; readonly values: Values; readonly named?: string };
export type PageAnswer<A extends PageRequest> = A extends { ask: "fields" } ? SeenFrame : Filled;
