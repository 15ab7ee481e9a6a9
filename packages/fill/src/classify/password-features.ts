/** What is weighed to tell a new password from the current one: each a word that the table of weights knows. */

import { PURPOSES } from "../words/form-purposes.ts";
import { keep } from "../words/keep.ts";
import { PASSWORD_KINDS, type PasswordKind } from "../words/password-kinds.ts";
import type { Field } from "./field.ts";
import type { Evidence } from "./form-purpose.ts";

const RULES =
  /\b(?:at least|minimum|min|mindestens|au moins|al menos|almeno|pelo menos|minimaal|co najmniej|minst)\b.*\d|\d ?(?:or more|characters|zeichen|caracteres|caratteri|tekens|znakow|tecken|символ)|文字以上|以上|位以上|자 이상/;

/** @returns which password the texts at a field ask for: those that are read, the text near it, then the names in the markup. */
const kindsAt = ({ facts: { texts } }: Field): Readonly<Record<"read" | "near" | "name", PasswordKind | null>> => ({
  read: kindOf([texts.label, texts.aria, texts.placeholder].join(" ")),
  near: kindOf(texts.near),
  name: kindOf([texts.name, texts.id, texts.other].join(" ")),
});

const kindOf = keep((text): PasswordKind | null => {
  const found = new Set(PASSWORD_KINDS.find(text).map(({ name }) => name));
  if (found.has("current") && !found.has("new")) return "current";
  if (found.has("again")) return "again";
  return found.has("new") ? "new" : null;
});

/** Each purpose once, however often and wherever it is named: links mostly name the opposite. */
const anywhereIn = (evidence: Evidence): ReadonlySet<string> =>
  new Set(evidence.filter((what) => !what.startsWith("link ")).map((what) => `any ${what.slice(what.lastIndexOf(" ") + 1)}`));

/** What the heading over its own part names, in a form of several: one for those who have an account, one for those who want one. */
function sectionOf({ facts: { section } }: Field, passwords: readonly Field[]): string[] {
  if (section === "" || passwords.every(({ facts }) => facts.section === section)) return [];
  return [...new Set(PURPOSES.find(section).map(({ name }) => `heading ${name}`))];
}
const SHOWN = /^(?:button|heading) /;

const capped = (count: number): string => (count > 3 ? "more" : String(count));

/** @param all - the passwords of the form, of which `field` is one. @param fields - all of the form. */
export function passwordFeatures(field: Field, all: readonly Field[], fields: readonly Field[], around: Evidence): string[] {
  const part = sectionOf(field, all);
  // What is named around the whole form is about another part of it.
  const evidence = part.length > 0 ? part : around;
  const passwords = part.length > 0 ? all.filter(({ facts }) => facts.section === field.facts.section) : all;
  const at = passwords.indexOf(field);
  const kinds = passwords.map(kindsAt);
  const mine = kinds[at];
  const told = kinds.map(({ read, near, name }) => read ?? near ?? name);
  const { token, texts } = field.facts;
  const place = `${at + 1} of ${passwords.length}`;
  const others = fields.filter((other) => !all.includes(other));
  const before = fields.slice(0, fields.indexOf(field)).filter((other) => others.includes(other) && other.facts.tag === "input");
  const ids = others.filter(({ guess }) => guess.meaning === "email" || guess.meaning === "username").length;
  return [
    place,
    ...(token === null ? [] : [`token ${token}`, ...(passwords.length === 1 ? [`single token ${token}`] : [])]),
    ...Object.entries(mine ?? {}).flatMap(([source, kind]) => (kind === null ? [] : [`${source} ${kind}`, `told ${kind} ${place}`])),
    ...(told.slice(at + 1).includes("again") ? ["later again"] : []),
    ...(told.slice(at + 1).includes("new") ? ["later new"] : []),
    ...(told.slice(0, at).includes("current") ? ["earlier current"] : []),
    ...(told.slice(0, at).includes("new") ? ["earlier new"] : []),
    `before ${capped(before.length)}`,
    `ids ${capped(ids)}`,
    ...(others.some(({ facts }) => facts.token === "username") ? ["token username"] : []),
    ...(RULES.test([texts.described, texts.placeholder, texts.label, texts.title].join(" ")) ? ["rules"] : []),
    ...(field.facts.pattern === "" ? [] : ["pattern"]),
    ...anywhereIn(evidence),
    ...evidence,
    ...(passwords.length === 1 ? evidence.filter((what) => SHOWN.test(what)).map((what) => `single ${what}`) : []),
  ];
}
