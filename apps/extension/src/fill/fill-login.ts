/** Fills a login into the tab that is open, where it may be. */
import type { Item } from "@coffer/client";
import { addressesOf } from "@coffer/core/items/structured";
import type { Filled } from "@coffer/fill/write/fill";
import { type Frame, fillFrame, framesOf } from "./frames.ts";
import { REFUSALS, refusalFor } from "./may-fill.ts";

export type Outcome = Filled | { readonly refused: string };

const NO_FIELDS = "Coffer sees no field for a login on this page.";
const NO_ENTRY = "This page lets no extension in.";
const wantsLogin = ({ fields }: Frame): boolean => fields.some(({ role }) => role === "username" || role === "current-password");

/** One frame is filled, the page's own before others: never both. */
export async function fillLogin(tabId: number, item: Item): Promise<Outcome> {
  const frames = await framesOf(tabId).catch(() => []);
  const top = frames.find(({ frameId }) => frameId === 0);
  if (top === undefined) return { refused: NO_ENTRY };
  const asking = frames.filter(wantsLogin);
  const addresses = addressesOf(item.fields);
  const refusals = asking.map((frame) => refusalFor(addresses, top.address, frame.origin === "null" ? "" : frame.address));
  const target = asking[refusals.indexOf(null)];
  if (target === undefined) return { refused: refusals[0] ? REFUSALS[refusals[0]] : NO_FIELDS };
  const { username, password } = item.fields;
  return fillFrame(tabId, target, { ...(username && { username }), ...(password && { "current-password": password }) });
}
