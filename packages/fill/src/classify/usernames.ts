/** Which field asks for the user name. */
import type { Meaning } from "../roles.ts";
import { MEANINGS } from "../words/lexicon.ts";
import { PASSWORD_KINDS } from "../words/password-kinds.ts";
import { type Field, isText, wordsOf } from "./field.ts";
import type { Purposes } from "./form-purpose.ts";

const TYPES = /^(text|email|tel|number|url)$/;
/** Meanings that can be a user name, the likeliest first. */
const RANKS = ["username", "email", "number", "tel", "nickname", "name", "cc-number", null] as const;
const LOOKED_FOR = /\b(?:filter|search|find|choose|select|assign|review|reviewer|invite|mention|add|suche\w*|rechercher|buscar|cerca)\b/;
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
  const newAt = fields.findIndex(({ role }) => role === "new-password");
  const hasNew = newAt >= 0;
  if (passwordAt >= 0 && (!hasNew || !isChange(fields))) assignUsernamesOfPasswords(withoutNew(fields), isOpenText, purposes);
  else if (passwordAt < 0 && !hasNew)
    assignOnlyUsername(
      fields.filter((field) => isOpenText(field) && !followsDialCode(field, fields)),
      fields.length,
      purposes,
    );
  else if (passwordAt < 0 && purposes("change") + purposes("reset") <= purposes("signup"))
    assignNewUsername(
      fields.slice(0, newAt).filter((field) => !followsDialCode(field, fields)),
      isOpenText,
      fields,
    );
  // No account is asked for: what "email or phone" takes is for the order.
  const isContact = passwordAt < 0 && !hasNew && purposes("login") === 0 && purposes("checkout") + purposes("contact") > 0;
  const isFound = passwordAt >= 0 && !hasNew && fields.some(({ role }) => role === "username");
  for (const field of fields) {
    if (!isOpenText(field)) continue;
    const isCalled = (field.guess.scores.get("username") ?? 0) >= CALLED && !hasNew && purposes("newsletter") === 0;
    // A user that is looked for is another one.
    const isLookedFor = passwordAt < 0 && !hasNew && purposes("login") === 0 && LOOKED_FOR.test(wordsOf(field));
    // A login has one user name: an account name next to it is the employer's.
    const isNamed = field.facts.token === "username" || (!isFound && !isLookedFor && (field.guess.meaning === "username" || isCalled));
    // "Mobile number or email" at a sign-up: the address becomes the user name.
    const isNew =
      (purposes("signup") > purposes("login") || isContact) && field.facts.token === null && (field.guess.scores.get("email") ?? 0) > 0;
    if (isNamed) field.role = isBankTransfer(fields) ? "none" : isNew ? "email" : "username";
    if (field.guess.meaning === "number") field.role = "none";
  }
  if (hasNew && passwordAt < 0) keepOneUsername(fields);
}

/** A sign-up asks for one user name: another that is only called so in the markup is what a person reads there. */
function keepOneUsername(fields: readonly Field[]): void {
  const names = fields.filter(({ role, facts }) => role === "username" && facts.token === null);
  if (!names.some(({ guess }) => guess.read === "username")) return;
  for (const field of names) {
    const { read } = field.guess;
    if (read === "name" || read === "nickname" || read === "given-name" || read === "family-name") field.role = read;
  }
}

/** In a bank transfer form the account name is the recipient's. */
const isBankTransfer = (fields: readonly Field[]): boolean =>
  !fields.some(({ facts }) => facts.hasMask) &&
  fields.some((field) => /\b(?:bsb|iban|bic|swift|sort code|routing|blz|bankleitzahl)\b/.test(wordsOf(field)));

/** Passwords one after the other change one; with fields between them a login and a sign-up are in one form, as on pages without forms. */
function isChange(fields: readonly Field[]): boolean {
  const passwords = fields.flatMap(({ role }, at) => (role === "current-password" || role === "new-password" ? [at] : []));
  const between = fields.slice(passwords[0], passwords.at(-1)).filter((field) => isText(field) && TYPES.test(field.facts.type));
  return between.length === 0;
}

/** What comes before a new password is not of the login. */
function withoutNew(fields: readonly Field[]): readonly Field[] {
  const newAt = fields.flatMap(({ role }, at) => (role === "new-password" ? [at] : []));
  const begins = newAt.map(
    (at) => fields.slice(0, at).findLastIndex(({ role }) => role === "current-password" || role === "new-password") + 1,
  );
  return fields.filter((_, at) => !newAt.some((end, one) => at >= (begins[one] ?? 0) && at <= end));
}

/** Before each password the likeliest field since the one before it, the nearest of equals; fields after them only if there is none before. */
function assignUsernamesOfPasswords(fields: readonly Field[], isOpenText: (field: Field) => boolean, purposes: Purposes): void {
  const best = (some: readonly Field[]): Field | undefined => {
    const known = some.filter((field) => isOpenText(field) && rankOf(field) < Infinity && !isNewOne(field));
    return known.reduce<Field | undefined>(
      (chosen, field) => (chosen === undefined || rankOf(field) <= rankOf(chosen) ? field : chosen),
      undefined,
    );
  };
  let from = 0;
  for (const [at, { role }] of fields.entries()) {
    if (role !== "current-password") continue;
    const before = fields.slice(from, at);
    const isPair = fields.length === 2;
    const isTheirs = (field: Field): boolean => purposes("login") > 0 || isUnnamed(field) || (isPair && !isRepeated(field));
    const chosen = best(before) ?? nearestOf(before, (field) => isOpenText(field) && isTheirs(field));
    if (chosen !== undefined) chosen.role = "username";
    from = at + 1;
  }
  const after = fields.some(({ role }) => role === "username") ? undefined : best(fields.slice(from));
  if (after !== undefined) after.role = "username";
}

/** In words of a language that we do not know; what is typed to confirm something is known. */
const isUnnamed = (field: Field): boolean => field.guess.meaning === null && !isRepeated(field);
const isRepeated = (field: Field): boolean => PASSWORD_KINDS.has("again", wordsOf(field));

/** What one signs up with, if no field says that it is: the one right before the new password. */
function assignNewUsername(before: readonly Field[], isOpenText: (field: Field) => boolean, fields: readonly Field[]): void {
  const names = (meaning: Meaning): boolean => fields.some(({ facts, guess }) => (facts.token ?? guess.meaning) === meaning);
  if (names("username")) return;
  const nearest = nearestOf(before, isOpenText);
  // Where nothing else says who signs up, the nickname does, or the name that is asked for with a password and its repetition alone.
  if (!names("email") && !names("tel")) {
    const isAlone = fields.every((field) => field === nearest || field.role === "new-password") && fields.length > 2;
    const called =
      before.find(({ guess }) => guess.meaning === "nickname") ?? (isAlone && nearest?.guess.meaning === "name" ? nearest : undefined);
    if (called !== undefined && isOpenText(called)) {
      called.role = "username";
      return;
    }
  }
  const { meaning = null, read = null } = nearest?.guess ?? {};
  // In a language that we do not know the names in the markup still tell a surname from a user name.
  const isUnknown =
    meaning === null ||
    (read === null && !PERSONAL.test(meaning)) ||
    (meaning === "other" && (names("email") || names("tel")) && !isKnownOther(nearest));
  if (nearest === undefined || !isUnknown) return;
  // The address for a lost password is asked for later, by who gives out addresses.
  const isFirst = !before.some(({ guess }) => guess.meaning === "email" || guess.meaning === "tel");
  if (isFirst || SOME_ID.test(nearest.facts.texts.label || nearest.facts.texts.name)) nearest.role = "username";
}

/** Not only by a word next to its name that no table knows. */
const isKnownOther = (field: Field | undefined): boolean =>
  field !== undefined && Object.values(field.facts.texts).some((text) => MEANINGS.has("other", text));

const PERSONAL =
  /^(?:given-name|additional-name|family-name|honorific-.*|tel.*|bday.*|sex|organization.*|country.*|address-.*|street-address|postal-code)$/;

/** "Example ID": a site's own name for its accounts. */
const SOME_ID = /(?:^| )(?:\p{L}+ )?\p{L}*id$/u;

/** The field right before a password is what one signs in with, even if it is called something else: a domain, an application, a row of letters. */
function nearestOf(before: readonly Field[], isOpenText: (field: Field) => boolean): Field | undefined {
  const nearest = before.filter(isOpenText).at(-1);
  return nearest !== undefined && !isNewOne(nearest) && !/^(?:one-time-code|cc-csc|cc-exp.*)$/.test(nearest.guess.meaning ?? "")
    ? nearest
    : undefined;
}

/** The first of two login steps: a single user name field. */
function assignOnlyUsername(open: readonly Field[], count: number, purposes: Purposes): void {
  const login = purposes("login");
  const isOther = ["signup", "newsletter", "search", "contact", "checkout"].some((purpose) => purposes(purpose as "signup") >= login);
  if (login < (count === 1 ? LEAST_ALONE : LEAST_LOGIN) || isOther || purposes("reset") > login || purposes("code") > login) return;
  const naming = open.filter((field) => rankOf(field) < RANKS.indexOf("nickname"));
  const [only] =
    naming.length === 0 && login > LEAST_LOGIN && purposes("code") === 0 ? open.filter(({ guess }) => guess.read !== "other") : naming;
  if (only !== undefined && (naming.length === 1 || open.length === 1)) only.role = "username";
}
