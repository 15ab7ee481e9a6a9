/** Fills a card or a person into the tab that is open: they belong to no site, so they go only where the fields are the page's own. */
import type { Item } from "@coffer/client";
import type { Role } from "@coffer/fill/roles";
import { fillFirst, type Outcome } from "./fill-login.ts";
import { type Frame, framesOf } from "./frames.ts";
import { valuesFor } from "./known-as.ts";
import { refusalForOwn } from "./may-fill.ts";
import type { OwnKind } from "./values-of.ts";

const NO_FIELDS = "Coffer sees no field for this on the page.";

/** A field that shows that a card or an address is asked for: an email alone is a newsletter's. */
const TELLS: Readonly<Record<OwnKind, (role: Role) => boolean>> = {
  card: (role) => role === "cc-number" || role === "cc-csc" || role === "cc-exp",
  personal: (role) => /^(?:name|given-name|family-name|street-address|address-line1|postal-code|tel|bday)$/.test(role),
};

const asks =
  (kind: OwnKind) =>
  ({ fields }: Frame): boolean =>
    fields.some(({ role }) => TELLS[kind](role));

export const isOwnKind = (kind: string): kind is OwnKind => Object.hasOwn(TELLS, kind);

/** @returns what the open page asks for; nothing where the extension is not let in. */
export async function ownKindsAskedIn(tabId: number): Promise<readonly OwnKind[]> {
  const frames = await framesOf(tabId).catch(() => []);
  return Object.keys(TELLS)
    .filter(isOwnKind)
    .filter((kind) => frames.some(asks(kind)));
}

export async function fillOwn(tabId: number, kind: OwnKind, item: Item): Promise<Outcome> {
  const [frames, values] = await Promise.all([framesOf(tabId).catch(() => []), valuesFor(kind, item.fields)]);
  return fillFirst(tabId, frames, { values, asks: asks(kind), refusal: refusalForOwn, nothing: NO_FIELDS });
}
