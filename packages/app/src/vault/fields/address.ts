/** The rules of one further web address, and what its match mode is called where it is worth saying. */
import { parseWebAddress } from "@coffer/core/items/item";
import { MATCH_LABELS, MATCH_MODES } from "@coffer/core/items/match-modes";
import { isSafePattern } from "@coffer/core/items/safe-pattern";
import { type Address, DEFAULT_MATCH, readAddresses } from "@coffer/core/items/structured-fields";

export const BLANK_ADDRESS: Address = { url: "", match: DEFAULT_MATCH };

/** @returns the message under the address; null when it is fine or empty. */
export function addressError({ url, match }: Address): string | null {
  if (!url.trim()) return null;
  if (match === "regex") return isSafePattern(url.trim()) ? null : "Please enter a simpler regular expression";
  return parseWebAddress(url) ? null : "Please enter a valid URL";
}

/** @param addresses - as a field keeps them. @returns the message of the first one that is wrong. */
export const addressesError = (addresses: string): string | null =>
  readAddresses(addresses).reduce<string | null>((found, address) => found ?? addressError(address), null);

/** "Matches: Exact"; "" for the default mode. @param mode as stored; an unknown one counts as the default. */
export function matchNote(mode: string): string {
  const known = MATCH_MODES.find((name) => name === mode) ?? DEFAULT_MATCH;
  return known === DEFAULT_MATCH ? "" : `Matches: ${MATCH_LABELS[known]}`;
}
