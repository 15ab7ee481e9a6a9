/** Which field asks for the user name. */
import { PASSWORD_KINDS } from "../words/password-kinds.ts";
import { type Field, isText, wordsOf } from "./field.ts";
import type { Purposes } from "./form-purpose.ts";

const TYPES = /^(text|email|tel|number|url)$/;
/** Meanings that can be a user name, the likeliest first. */
const RANKS = ["username", "email", "number", "tel", "nickname", "name", "cc-number", null] as const;
const LEAST_LOGIN = 3;
/** On a page with one field, the title is enough. */
const LEAST_ALONE = 1.5;
/** Score of a name in the markup. */
const CALLED = 8;

/** A number with a country code next to it is a separate phone number. */
const followsDialCode = (field: Field, fields: readonly Field[]): boolean =>
  fields[fields.indexOf(field) - 1]?.facts.ofOptions === "tel-country-code";
/** A new email address is not a user name yet. */
const isNewOne = ({ facts: { texts, token } }: Field): boolean =>
  token === null && PASSWORD_KINDS.has("new", [texts.label, texts.aria, texts.placeholder].join(" "));

const rankOf = ({ facts, guess }: Field): number => {
  if (facts.token === "username") return -1;
  const rank = RANKS.indexOf(guess.meaning as (typeof RANKS)[number]);
  return rank === -1 ? Infinity : rank;
};

export function assignUsernames(fields: readonly Field[], purposes: Purposes): void {
  const isOpenText = (field: Field): boolean => field.role === null && isText(field) && TYPES.test(field.facts.type);
  const passwordAt = fields.findIndex(({ role }) => role === "current-password");
  const hasNew = fields.some(({ role }) => role === "new-password");
  if (passwordAt >= 0 && !hasNew) assignUsernameOfPassword(fields, passwordAt, isOpenText);
  else if (passwordAt < 0 && !hasNew)
    assignOnlyUsername(
      fields.filter((field) => isOpenText(field) && !followsDialCode(field, fields)),
      fields.length,
      purposes,
    );
  const isFound = passwordAt >= 0 && !hasNew && fields.some(({ role }) => role === "username");
  for (const field of fields) {
    if (!isOpenText(field)) continue;
    const isCalled = (field.guess.scores.get("username") ?? 0) >= CALLED && !hasNew && purposes("newsletter") === 0;
    // A login has one user name: an account name next to it is the employer's.
    const isNamed = field.facts.token === "username" || (!isFound && (field.guess.meaning === "username" || isCalled));
    // "Mobile number or email" at a sign-up: the address becomes the user name.
    const isNew = purposes("signup") > purposes("login") && field.facts.token === null && (field.guess.scores.get("email") ?? 0) > 0;
    if (isNamed) field.role = isBankTransfer(fields) ? "none" : isNew ? "email" : "username";
    if (field.guess.meaning === "number") field.role = "none";
  }
}

/** In a bank transfer form the account name is the recipient's. */
const isBankTransfer = (fields: readonly Field[]): boolean =>
  !fields.some(({ facts }) => facts.hasMask) &&
  fields.some((field) => /\b(?:bsb|iban|bic|swift|sort code|routing|blz|bankleitzahl)\b/.test(wordsOf(field)));

/** The likeliest field before the password, the nearest of equals; fields after it only if there is none before. */
function assignUsernameOfPassword(fields: readonly Field[], passwordAt: number, isOpenText: (field: Field) => boolean): void {
  const best = (some: readonly Field[]): Field | undefined => {
    const known = some.filter((field) => isOpenText(field) && rankOf(field) < Infinity && !isNewOne(field));
    return known.reduce<Field | undefined>(
      (chosen, field) => (chosen === undefined || rankOf(field) <= rankOf(chosen) ? field : chosen),
      undefined,
    );
  };
  const chosen = best(fields.slice(0, passwordAt)) ?? best(fields.slice(passwordAt + 1));
  if (chosen !== undefined) chosen.role = "username";
}

/** The first of two login steps: a single user name field. */
function assignOnlyUsername(open: readonly Field[], count: number, purposes: Purposes): void {
  const login = purposes("login");
  const isOther = ["signup", "newsletter", "search", "contact", "checkout"].some((purpose) => purposes(purpose as "signup") >= login);
  if (login < (count === 1 ? LEAST_ALONE : LEAST_LOGIN) || isOther || purposes("reset") > login || purposes("code") > login) return;
  const naming = open.filter((field) => rankOf(field) < RANKS.indexOf("nickname"));
  const [only] = naming;
  if (only !== undefined && naming.length === 1) only.role = "username";
}
