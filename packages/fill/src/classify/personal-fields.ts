/** Parts of a name and of an address, and contact details. */
import type { Meaning, Role } from "../roles.ts";
import { isAboutSomeoneElse } from "../words/other-people.ts";
import { PASSWORD_KINDS } from "../words/password-kinds.ts";
import { type Field, wordsOf } from "./field.ts";
import type { Purposes } from "./form-purpose.ts";

/** Words in German, French, Spanish … that mean the whole name when alone, but one half of it next to the other half. */
const HALF: readonly (readonly [RegExp, Role])[] = [
  [/(?<!\p{L})(nombre|nome|imie|이름)(?!\p{L})/u, "given-name"],
  [/\b(name|nom|naam|namn|navn|nume)\b/, "family-name"],
];
/** Numbered line names in the markup are more reliable than labels, which list examples. */
const NUMBERED_LINE = /(?<!\p{L})(?:address )?line ?([12])(?![\p{L}\d])/u;
/** Not filled when alone: a single country list mostly selects a shop. */
const NEEDS_COMPANY =
  /^(address-.*|street-address|postal-code|country|organization.*|honorific-.*|sex|nickname|url|name|language|tel-.*|bday.*)$/;
const COMPANY =
  /^(given-name|family-name|name|email|tel|organization|street-address|address-.*|postal-code|country|bday.*|cc-.*|new-password|tel-.*)$/;

export function assignPersonalFields(fields: readonly Field[], purposes: Purposes): void {
  const open = fields.filter(({ role }) => role === null);
  for (const field of open) field.role = roleOf(field, fields);
  for (const field of open) {
    if (field.facts.token !== null || field.role === null || !NEEDS_COMPANY.test(field.role)) continue;
    const isAccompanied = fields.some((other) => other !== field && COMPANY.test(other.role ?? "") && other.role !== field.role);
    const isPerson =
      field.role === "name" && ["contact", "signup", "checkout", "newsletter"].some((purpose) => purposes(purpose as "signup") > 0);
    if (!isAccompanied && !isPerson) field.role = "none";
  }
  assignAddressParts(open, fields);
  assignPhoneParts(open, fields);
}

/** A suburb without a city field is the city, as in Australia; a locality next to a city is a part of it, as in India. */
function assignAddressParts(open: readonly Field[], fields: readonly Field[]): void {
  const cities = fields.filter(({ role }) => role === "address-level2");
  for (const field of open) {
    if (field.facts.token !== null) continue;
    if (field.role === "address-level3" && cities.length === 0 && /\bsuburb\b/.test(wordsOf(field))) field.role = "address-level2";
    if (field.role === "address-level2" && cities.length > 1 && /\blocality\b/.test(wordsOf(field))) field.role = "address-level3";
  }
}

function roleOf(field: Field, fields: readonly Field[]): Role {
  const { facts, guess } = field;
  if (facts.token !== null) return facts.token;
  const { meaning } = guess;
  if (isAboutSomeoneElse(facts.section) || isAboutSomeoneElse(wordsOf(field)) || isForAnother(field, fields)) return "none";
  if (facts.tag === "textarea") return meaning === "street-address" || meaning === "address-line1" ? "street-address" : "none";
  if (
    meaning === "password" &&
    /\bpin ?code\b/.test(wordsOf(field)) &&
    hasRole(fields, "address-level2", "street-address", "address-level1")
  )
    return "postal-code";
  if (meaning === null && repeatsEmail(field, fields)) return "email";
  if (meaning === "name") return ofName(field, fields);
  if (meaning === "street-address" || meaning === "address-line1" || meaning === "address-line2") return ofStreet(field, fields, meaning);
  if (meaning === "email" && facts.tag === "select") return "none";
  // A six-digit birthday has a special format.
  if (meaning === "bday" && facts.maxLength < 8) return "none";
  // A single letter is an initial, or nothing personal.
  if (facts.maxLength === 1 && meaning !== "additional-name") return "none";
  if (meaning === "honorific-prefix" && facts.tag === "input" && fields.some((other) => other.facts.ofOptions === meaning)) return "none";
  return isRole(meaning) ? meaning : "none";
}

/** "Confirm", right after an email address. */
const repeatsEmail = (field: Field, fields: readonly Field[]): boolean =>
  field.facts.tag === "input" &&
  fields[fields.indexOf(field) - 1]?.guess.meaning === "email" &&
  PASSWORD_KINDS.has("again", wordsOf(field));

/** A recipient with an email field gets a gift; a recipient with only a name gets a parcel, and is mostly the user. */
const isForAnother = (field: Field, fields: readonly Field[]): boolean =>
  /\brecipient/.test(wordsOf(field)) && fields.some((other) => /\brecipient s? ?e ?mail/.test(wordsOf(other)));

const isRole = (meaning: Meaning | null): meaning is Role & Meaning =>
  meaning !== null && !/^(password|number|day|month|year|other|cc-.*|one-time-code|current-password|new-password|username)$/.test(meaning);

const hasRole = (fields: readonly Field[], ...meanings: (Meaning | null)[]): boolean =>
  fields.some(({ guess }) => meanings.includes(guess.meaning));

function ofName(field: Field, fields: readonly Field[]): Role {
  const words = wordsOf(field);
  const hasGiven = hasRole(fields, "given-name");
  const hasFamily = hasRole(fields, "family-name");
  if (hasGiven === hasFamily) return "name";
  const half = HALF.find(([pattern, role]) => pattern.test(words) && (role === "given-name" ? hasFamily : hasGiven));
  return half?.[1] ?? "name";
}

/** By the standard only a field of several lines takes the whole street address: what is one line is the first line, or the second after another. */
function ofStreet(field: Field, fields: readonly Field[], meaning: Meaning): Role {
  if (field.facts.tag === "select") return "none";
  const numbered = NUMBERED_LINE.exec(`${field.facts.texts.name}|${field.facts.texts.id}`)?.[1];
  if (numbered !== undefined) return `address-line${numbered as "1" | "2"}`;
  if (meaning === "address-line2") return "address-line2";
  const isStreet = ({ guess }: Field): boolean => guess.meaning === "street-address" || guess.meaning === "address-line1";
  const before = fields[fields.indexOf(field) - 1];
  return before !== undefined && isStreet(before) && meaning !== "address-line1" ? "address-line2" : "address-line1";
}

/** A number next to a country code, or in three parts as in the US. */
function assignPhoneParts(open: readonly Field[], fields: readonly Field[]): void {
  const phones = open.filter(({ role, facts }) => role === "tel" && facts.token === null);
  for (const phone of phones) {
    const at = fields.indexOf(phone);
    if ([fields[at - 1], fields[at - 2]].some((near) => near?.role === "tel-country-code")) phone.role = "tel-national";
    if (phone.facts.tag === "select") phone.role = phone.facts.ofOptions === "tel-country-code" ? "tel-country-code" : "none";
  }
  for (const [at, first] of fields.entries()) {
    const three = [first, fields[at + 1], fields[at + 2]];
    if (!three.some((field) => field?.guess.meaning?.startsWith("tel"))) continue;
    const isTold = three.map((field) => field?.facts.maxLength).join() === "3,3,4" || isCounted(three, [fields[at - 1], fields[at + 3]]);
    if (!isTold) continue;
    for (const [part, field] of three.entries())
      if (field) field.role = (["tel-area-code", "tel-local-prefix", "tel-local-suffix"] as const)[part] ?? "none";
  }
  for (const field of open) {
    const before = fields[fields.indexOf(field) - 1];
    if (field.role === "tel-extension" && field.facts.token === null && !before?.role?.startsWith("tel")) field.role = "none";
  }
}

/** Names that differ only in a running number: `tel01`, `tel02`, `tel03`. */
function isCounted(three: readonly (Field | undefined)[], outside: readonly (Field | undefined)[]): boolean {
  const parts = three.map((field) => /^(.*\p{L}) ?0?(\d)$/u.exec(field?.facts.texts.name ?? ""));
  const [first] = parts;
  const name = (field: Field | undefined): string => field?.facts.texts.name.replace(/ ?\d+$/, "") ?? "";
  if (first == null || outside.some((field) => name(field) === name(three[0]))) return false;
  return parts.every((part, at) => part?.[1] === first[1] && Number(part?.[2]) === Number(first[2]) + at);
}
