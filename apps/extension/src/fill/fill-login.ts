/** Fills a login into the open tab, if the rules allow it. */
import type { Item } from "@coffer/client";
import { asksAgain } from "@coffer/core/items/ask-again";
import { addressesOf } from "@coffer/core/items/structured-fields";
import type { Role } from "@coffer/fill/roles";
import type { Filled } from "@coffer/fill/write/fill";
import type { Values } from "@coffer/fill/write/values";
import { mayFillUnpicked } from "../launch/launched.ts";
import { type Frame, fillFrame, framesOf } from "./frames.ts";
import { REFUSALS, type Refusal, refusalFor } from "./may-fill.ts";
import { codeValues, loginValues } from "./values-of.ts";

export type Outcome = Filled | { readonly refused: string };
export const isFilled = (outcome: Outcome): outcome is Filled => typeof outcome.refused !== "string";

const NO_FIELDS = "Coffer sees no field for a login on this page.";
/** Said by what fills without the popup, where the password is typed. */
const ASKS_FIRST = "This login asks for your master password first.";
/** What is typed stays where no one has picked. */
export const SOMETHING_ELSE = "Something else is typed on this page. Fill in the login from the list.";
const NO_ENTRY = "This page lets no extension in.";
const LOGIN: ReadonlySet<Role> = new Set(["username", "current-password"]);
const PASSWORD: ReadonlySet<Role> = new Set(["current-password"]);
const CODE: ReadonlySet<Role> = new Set(["one-time-code"]);

const asks =
  (roles: ReadonlySet<Role>) =>
  ({ fields }: Frame): boolean =>
    fields.some(({ role }) => roles.has(role));

/**
 * One frame is filled, the page's own before others: never both. The code goes only where no password is asked for: never both with one click.
 * @param isPicked - whether the person has picked this very item, and typed the master password for one that asks for it. What no one has picked goes where page and frame are its very host
 */
export async function fillLogin(tabId: number, item: Item, isPicked = false): Promise<Outcome> {
  if (asksAgain(item) && !isPicked) return { refused: ASKS_FIRST };
  const frames = await framesOf(tabId).catch(() => []);
  const code = codeValues(item.fields, Date.now());
  const isCode = code !== null && !frames.some(asks(LOGIN)) && frames.some(asks(CODE));
  const addresses = addressesOf(item.fields);
  return fillFirst(tabId, frames, {
    values: isCode ? code : loginValues(item.fields),
    // A code is no password, and is typed after the name.
    named: isPicked || isCode ? undefined : (item.fields.username ?? ""),
    asks: asks(isCode ? CODE : LOGIN),
    refusal: (top, frame) =>
      refusalFor(addresses, top, frame) ??
      (isPicked || [top, frame].every((page) => mayFillUnpicked(addresses, page)) ? null : "other-frame"),
    nothing: NO_FIELDS,
  });
}

interface FillRequest {
  readonly values: Values;
  readonly asks: (frame: Frame) => boolean;
  /** @param frame "" for one without an origin. */
  readonly refusal: (top: string, frame: string) => Refusal | null;
  /** Said when no frame asks for it. */
  readonly nothing: string;
  /** Where no one has picked: whose login it is. */
  readonly named?: string | undefined;
}

export async function fillFirst(
  tabId: number,
  frames: readonly Frame[],
  { values, asks: isAsked, refusal, nothing, named }: FillRequest,
): Promise<Outcome> {
  const top = frames.find(({ frameId }) => frameId === 0);
  if (top === undefined) return { refused: NO_ENTRY };
  const asking = frames.filter(isAsked);
  const refusals = asking.map((frame) => refusal(top.address, frame.origin === "null" ? "" : frame.address));
  const target = asking[refusals.indexOf(null)];
  if (target === undefined) return { refused: refusals[0] ? REFUSALS[refusals[0]] : nothing };
  const done = await fillFrame(tabId, target, values, named);
  const lacksPassword = asks(PASSWORD)(target) && values["current-password"] && !done.filled.includes("current-password");
  return named !== undefined && lacksPassword ? { refused: SOMETHING_ELSE } : done;
}
