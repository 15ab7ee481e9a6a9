/** What a field of a page can be: the tokens of the HTML standard's `autocomplete`, or nothing that is ours to fill. */

const TOKENS = [
  ...["username", "current-password", "new-password", "one-time-code"],
  ...["name", "honorific-prefix", "given-name", "additional-name", "family-name", "honorific-suffix", "nickname"],
  ...["organization-title", "organization", "email", "url", "sex", "language", "bday", "bday-day", "bday-month", "bday-year"],
  ...["street-address", "address-line1", "address-line2", "address-line3"],
  ...["address-level4", "address-level3", "address-level2", "address-level1", "country", "country-name", "postal-code"],
  ...["tel", "tel-country-code", "tel-national", "tel-area-code", "tel-local", "tel-local-prefix", "tel-local-suffix", "tel-extension"],
  ...["cc-name", "cc-given-name", "cc-additional-name", "cc-family-name", "cc-number", "cc-exp", "cc-exp-month", "cc-exp-year"],
  ...["cc-csc", "cc-type", "transaction-currency", "transaction-amount", "impp", "photo"],
] as const;

export type Token = (typeof TOKENS)[number];
export type Role = Token | "none";

/**
 * What the words around one field mean, before its neighbours are looked at. Beside the tokens:
 * `password` (of whichever kind), `number` of a customer (a user name where one signs in), `day`, `month` and `year` of whatever, `other`: something we know and never fill.
 */
export type Meaning = Token | "password" | "number" | "day" | "month" | "year" | "other";

const KNOWN: ReadonlySet<string> = new Set(TOKENS);
const isToken = (word: string): word is Token => KNOWN.has(word);

/** @returns the field that an `autocomplete` attribute names, or null for `on`, `off` and what the standard does not know. */
export function tokenOf(autocomplete: string): Token | null {
  const words = autocomplete.trim().toLowerCase().split(/\s+/);
  if (words.at(-1) === "webauthn") words.pop();
  const last = words.at(-1) ?? "";
  return isToken(last) ? last : null;
}
