/** The roles of a field: the `autocomplete` tokens of the HTML standard, or `none` for fields we do not fill. */

const TOKENS = [
  ["username", "current-password", "new-password", "one-time-code"],
  ["name", "honorific-prefix", "given-name", "additional-name", "family-name", "honorific-suffix", "nickname"],
  ["organization-title", "organization", "email", "url", "sex", "language", "bday", "bday-day", "bday-month", "bday-year"],
  ["street-address", "address-line1", "address-line2", "address-line3"],
  ["address-level4", "address-level3", "address-level2", "address-level1", "country", "country-name", "postal-code"],
  ["tel", "tel-country-code", "tel-national", "tel-area-code", "tel-local", "tel-local-prefix", "tel-local-suffix", "tel-extension"],
  ["cc-name", "cc-given-name", "cc-additional-name", "cc-family-name", "cc-number", "cc-exp", "cc-exp-month", "cc-exp-year"],
  ["cc-csc", "cc-type", "transaction-currency", "transaction-amount", "impp", "photo"],
] as const;

export type Token = (typeof TOKENS)[number][number];
export type Role = Token | "none";

/**
 * The meaning of the texts around one field, before its neighbors are considered. In addition to the tokens:
 * `password` (of any kind), customer `number` (a user name in a login), `day`, `month` and `year` of any date, and `other`: known, but never filled.
 */
export type Meaning = Token | "password" | "number" | "day" | "month" | "year" | "other";

const KNOWN: ReadonlySet<string> = new Set(TOKENS.flat());
const isToken = (word: string): word is Token => KNOWN.has(word);

/** @returns the field token in an `autocomplete` attribute, or null for `on`, `off` and non-standard values. */
export function tokenOf(autocomplete: string): Token | null {
  const words = autocomplete.trim().toLowerCase().split(/\s+/);
  if (words.at(-1) === "webauthn") words.pop();
  const last = words.at(-1) ?? "";
  return isToken(last) ? last : null;
}
