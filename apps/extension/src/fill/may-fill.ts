/** Whether an item may be filled into a frame (security design §10): its own address and that of the page around it must both be the item's and of one site, and no one may be able to read along. */
import type { Address } from "@coffer/core/items/structured-fields";
import { rankMatch, siteOf } from "@coffer/core/items/url-match";
import { isLoopback } from "@coffer/core/loopback";

export type Refusal = "no-site" | "not-encrypted" | "other-site" | "other-frame";

/** @param frame address of the frame with the fields, as the browser has it. @returns null when it may. */
export function refusalFor(addresses: readonly Address[], top: string, frame: string): Refusal | null {
  const [topUrl, frameUrl] = [siteAddress(top), siteAddress(frame)];
  if (topUrl === null || frameUrl === null) return "no-site";
  if (!isSafe(topUrl) || !isSafe(frameUrl)) return "not-encrypted";
  if (!addresses.some((address) => isFor(address, topUrl))) return "other-site";
  // An entry also fits other sites of the same company. But on the page of one of them, a frame of another still counts as foreign.
  const isOneSite = siteOf(topUrl) === siteOf(frameUrl);
  return isOneSite && addresses.some((address) => isFor(address, topUrl) && isFor(address, frameUrl)) ? null : "other-frame";
}

/** The same for what belongs to no site: the fields must have exactly the origin that the user sees. @returns null when it may. */
export function refusalForOwn(top: string, frame: string): Refusal | null {
  const [topUrl, frameUrl] = [siteAddress(top), siteAddress(frame)];
  if (topUrl === null || frameUrl === null) return "no-site";
  if (!isSafe(topUrl) || !isSafe(frameUrl)) return "not-encrypted";
  return topUrl.origin === frameUrl.origin ? null : "other-frame";
}

/** Nothing but http and https: pages of the browser, of files, and frames without an address of their own belong to no one. */
function siteAddress(address: string): URL | null {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

const isSafe = (url: URL): boolean => url.protocol === "https:" || isLoopback(url.hostname);

/** What was saved on an encrypted page is filled on encrypted pages only. */
const isFor = ({ url, match }: Address, page: URL): boolean =>
  rankMatch({ saved: url, mode: match, page: page.href }) > 0 && !(/^\s*https:/i.test(url) && page.protocol !== "https:");

/** The message for the user. */
export const REFUSALS: Readonly<Record<Refusal, string>> = {
  "no-site": "The fields are on no site of their own: Coffer fills in nothing there.",
  "not-encrypted": "This page is not encrypted (http). Coffer fills in nothing that others on the way could read.",
  "other-site": "This item is for another site.",
  "other-frame": "The fields belong to another site than the page around them.",
};
