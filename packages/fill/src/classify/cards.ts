/** The fields of a payment card. */
import type { Meaning, Role } from "../roles.ts";
import { type Field, wordsOf } from "./field.ts";
import type { Purposes } from "./form-purpose.ts";
import { ofSample } from "./guess.ts";

const isOf = (field: Field | undefined, ...meanings: (Meaning | null)[]): boolean =>
  field !== undefined && meanings.includes(field.guess.meaning);
const has = ({ guess }: Field, ...meanings: Meaning[]): boolean => meanings.some((meaning) => (guess.scores.get(meaning) ?? 0) > 0);

/** Whether the form asks for a card: a number alone could mean anything. */
function asksForCard(fields: readonly Field[], purposes: Purposes): boolean {
  const kinds = new Set(fields.map(({ guess }) => guess.meaning).filter((meaning) => meaning?.startsWith("cc-")));
  if (kinds.size === 0) return false;
  const isSaid = fields.some(({ facts }) => facts.token?.startsWith("cc-"));
  const signsIn = fields.some(({ role }) => role === "current-password");
  return (
    isSaid ||
    kinds.size > 1 ||
    (!signsIn && kinds.has("cc-number")) ||
    (kinds.has("cc-csc") && !signsIn) ||
    isOnlyExpiry(fields) ||
    (purposes("checkout") > 0 && !kinds.has("cc-exp"))
  );
}

/** Payment providers keep each field of a card in a frame of its own. */
const isOnlyExpiry = (fields: readonly Field[]): boolean =>
  fields.some(({ facts }) => ofSample(facts.sample) === "cc-exp") &&
  fields.every(({ guess }) => guess.meaning === null || guess.meaning.startsWith("cc-exp"));

/** In a form with a card number and another card field, a code is the card's. Runs first, so that it is not taken for a password or a mailed code. */
export function assignCertainCards(fields: readonly Field[], purposes: Purposes): void {
  const kinds = new Set(fields.map(({ guess }) => guess.meaning).filter((meaning) => meaning?.startsWith("cc-")));
  const isDated = fields.some((field) => isOf(field, "month")) && fields.some((field) => isOf(field, "year"));
  if (!kinds.has("cc-number") || (kinds.size < 2 && !isDated)) return;
  for (const field of fields) {
    const isCode = has(field, "cc-csc", "one-time-code") && !mentionsPassword(field) && !isSent(field) && field.facts.tag === "input";
    if (isCode && (field.guess.meaning !== "one-time-code" || isNearCard(field, fields))) field.role = "cc-csc";
  }
  assignCards(fields, purposes);
}

/** A code sent to a phone is not the one printed on a card. */
const isSent = (field: Field): boolean => /sms|смс|手机|手機|短信|短訊|携帯|text message|mobile code|인증/.test(wordsOf(field));

const mentionsPassword = ({ guess, facts }: Field): boolean => (guess.scores.get("password") ?? 0) > (facts.hasMask ? 10 : 0);

function isNearCard(field: Field, fields: readonly Field[]): boolean {
  const at = fields.indexOf(field);
  return fields
    .slice(Math.max(0, at - 3), at + 4)
    .some((near) => near !== field && (isCard(near) || isOf(near, "cc-name", "month", "year")));
}

export function assignCards(fields: readonly Field[], purposes: Purposes): void {
  const open = fields.filter(({ role, facts }) => role === null && facts.tag !== "textarea");
  if (asksForCard(open, purposes)) for (const field of open) field.role = roleOf(field, fields);
  assignExpiryDates(open, fields);
  for (const field of open) if (field.role === null && field.guess.meaning?.startsWith("cc-")) field.role = field.facts.token ?? "none";
}

function roleOf(field: Field, fields: readonly Field[]): Role | null {
  const { facts, guess } = field;
  if (facts.token?.startsWith("cc-")) return facts.token;
  const at = fields.indexOf(field);
  const [before, after] = [fields[at - 1], fields[at + 1]];
  if (isOf(field, "cc-number") || isPartOfNumber(field, fields)) return facts.tag === "select" ? "none" : "cc-number";
  if (
    isOf(field, "one-time-code") &&
    [before, after].some((near) => isOf(near, "cc-exp", "cc-exp-month", "cc-exp-year", "cc-number", "month", "year"))
  )
    return "cc-csc";
  if (isOf(field, "cc-csc", "cc-name", "cc-given-name", "cc-family-name", "cc-type")) return guess.meaning as Role;
  if (isOf(field, "name") && nextToCard(before, after) && !isOf(after, "family-name")) return "cc-name";
  return ofExpiry(field, fields);
}

const isCard = (field: Field | undefined): boolean =>
  field?.guess.meaning?.startsWith("cc-") === true && !isOf(field, "cc-name", "cc-given-name", "cc-family-name");

/** A name between card fields is the holder's: forms do not ask for another one there. */
const nextToCard = (before: Field | undefined, after: Field | undefined): boolean =>
  isCard(before) || (isCard(after) && (before === undefined || isOf(before, "cc-type")));

function isPartOfNumber(field: Field, fields: readonly Field[]): boolean {
  const at = fields.indexOf(field);
  const isBox = (some: Field | undefined): boolean => some !== undefined && some.facts.tag === "input" && some.facts.maxLength === 4;
  if (!isBox(field)) return false;
  let first = at;
  while (isBox(fields[first - 1])) first--;
  let last = at;
  while (isBox(fields[last + 1])) last++;
  const run = fields.slice(first, last + 1);
  // The last of four boxes may be followed by one for the code, which has its own label.
  return (
    run.filter((some) => !isOf(some, "cc-csc", "cc-exp-year", "year")).length >= 4 &&
    run.some((some) => isOf(some, "cc-number")) &&
    (!isOf(field, "cc-csc", "cc-exp", "cc-exp-year", "year") || (at - first < 4 && isCountedOn(fields[at - 1], field)))
  );
}

/** Has the name of the field before it with the next number, whatever is between them: `card3`, `card4`. */
function isCountedOn(before: Field | undefined, field: Field): boolean {
  const counted = ({ facts: { texts } }: Field) => /^(.*\p{L}) ?0?(\d)$/u.exec(texts.name || texts.id);
  const [one, next] = [before && counted(before), counted(field)];
  return one != null && next != null && one[1] === next[1] && Number(next[2]) === Number(one[2]) + 1;
}

/** One field for month and year, or two. */
function ofExpiry(field: Field, fields: readonly Field[]): Role | null {
  if (has(field, "other")) return null;
  if (isHalf(fields[fields.indexOf(field) - 1], field)) return "cc-exp-year";
  if (!has(field, "cc-exp", "cc-exp-month", "cc-exp-year")) return null;
  if (isHalf(field, fields[fields.indexOf(field) + 1])) return "cc-exp-month";
  if (ofSample(field.facts.sample) === "cc-exp" && field.facts.maxLength > 4) return "cc-exp";
  if (isOf(field, "cc-exp-month", "cc-exp-year") && field.facts.sample.length < 4) return field.guess.meaning as Role;
  const isMonth = has(field, "month", "cc-exp-month") && !has(field, "year", "cc-exp-year");
  const isYear = has(field, "year", "cc-exp-year") && !has(field, "month", "cc-exp-month");
  if (isMonth || isYear) return isMonth ? "cc-exp-month" : "cc-exp-year";
  const peers = fields.filter((some) => some.facts.tag === field.facts.tag && has(some, "cc-exp") && !has(some, "bday"));
  if (peers.length === 2 && peers.every(({ facts }) => facts.maxLength <= 4 || facts.tag === "select"))
    return peers[0] === field ? "cc-exp-month" : "cc-exp-year";
  return isOf(field, "cc-exp", "cc-exp-month", "cc-exp-year") ? (isOf(field, "cc-exp") ? "cc-exp" : (field.guess.meaning as Role)) : null;
}

/** Two fields under one label for the expiry: the second has no words of its own. */
const isHalf = (month: Field | undefined, year: Field | undefined): boolean =>
  month !== undefined &&
  year !== undefined &&
  isOf(month, "cc-exp", "cc-exp-month") &&
  month.facts.tag === year.facts.tag &&
  (month.facts.tag === "select" || month.facts.maxLength <= 2) &&
  (year.guess.meaning === null || isOf(year, "year", "cc-exp-year")) &&
  !has(year, "other");

/** Unspecified months and years: part of a birthday if there is a day next to them, otherwise of the card. */
function assignExpiryDates(open: readonly Field[], fields: readonly Field[]): void {
  const card = fields.some(({ role }) => role === "cc-number" || role === "cc-csc");
  for (const field of open) {
    const part = partOf(field);
    if (field.role !== null || part === null) continue;
    // The "valid from" date is not stored anywhere.
    if (has(field, "other")) {
      field.role = "none";
      continue;
    }
    const at = fields.indexOf(field);
    const near = fields.slice(Math.max(0, at - 2), at + 3);
    const born =
      near.some((some) => partOf(some) === "day") || near.some((some) => has(some, "bday", "bday-day", "bday-month", "bday-year"));
    if (born) field.role = `bday-${part}`;
    else field.role = card && part !== "day" ? `cc-exp-${part}` : "none";
  }
}

function partOf(field: Field): "day" | "month" | "year" | null {
  const { meaning } = field.guess;
  if (meaning === "day" || meaning === "month" || meaning === "year") return meaning;
  if (meaning === "bday" && field.facts.type !== "date" && ofSample(field.facts.sample) !== "bday")
    return has(field, "day", "bday-day")
      ? "day"
      : has(field, "month", "bday-month")
        ? "month"
        : has(field, "year", "bday-year")
          ? "year"
          : null;
  if (meaning === "bday-day" || meaning === "bday-month" || meaning === "bday-year") return meaning.slice(5) as "day";
  return meaning === "cc-exp-year" && field.facts.token === null ? "year" : null;
}
