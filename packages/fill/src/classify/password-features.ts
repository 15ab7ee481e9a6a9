/** What is weighed to tell a new password from the current one: each a word that the table of weights knows. */
import { keep } from "../words/keep.ts";
import { PASSWORD_KINDS, type PasswordKind } from "../words/password-kinds.ts";
import type { Field } from "./field.ts";
import type { Evidence } from "./form-purpose.ts";

const PERSONAL =
  /^(name|nickname|tel|given-name|family-name|bday.*|street-address|address-.*|postal-code|sex|organization|country|tel-.*)$/;
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

const capped = (count: number): string => (count > 3 ? "more" : String(count));

/** @param at - index among `passwords`. @param fields - all of the form. */
export function passwordFeatures(at: number, passwords: readonly Field[], fields: readonly Field[], evidence: Evidence): string[] {
  const field = passwords[at];
  if (field === undefined) return [];
  const kinds = passwords.map(kindsAt);
  const mine = kinds[at];
  const told = kinds.map(({ read, near, name }) => read ?? near ?? name);
  const { token, texts } = field.facts;
  const place = `${at + 1} of ${passwords.length}`;
  const others = fields.filter((other) => !passwords.includes(other));
  const before = fields.slice(0, fields.indexOf(field)).filter((other) => !passwords.includes(other) && other.facts.tag === "input");
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
    `personal ${capped(others.filter(({ guess }) => PERSONAL.test(guess.meaning ?? "")).length)}`,
    `ids ${capped(ids)}`,
    ...(others.some(({ facts }) => facts.token === "username") ? ["token username"] : []),
    ...(RULES.test([texts.described, texts.placeholder, texts.label, texts.title].join(" ")) ? ["rules"] : []),
    ...(field.facts.pattern === "" ? [] : ["pattern"]),
    ...evidence,
    ...(passwords.length === 1 ? evidence.map((what) => `single ${what}`) : []),
  ];
}
