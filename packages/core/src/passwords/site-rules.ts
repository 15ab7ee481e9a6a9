/**
 * What a site asks of its passwords, in the notation of the attribute `passwordrules`
 * (https://developer.apple.com/password-rules/), and a password that keeps to it.
 */
import { DEFAULT_GENERATOR, GENERATOR_SYMBOLS, generatePassword, PASSWORD_LENGTH, within } from "./generator.ts";
import { createPicker, type Random } from "./random-picker.ts";

export interface SiteRules {
  readonly min: number;
  readonly max: number;
  /** Sets of characters: a password has at least one of each. */
  readonly required: readonly string[];
  /** All characters that it may have; empty where any is taken. */
  readonly allowed: string;
  /** How often a character may stand next to itself. */
  readonly maxConsecutive: number;
}

export const NO_RULES: SiteRules = {
  min: 0,
  max: Number.POSITIVE_INFINITY,
  required: [],
  allowed: "",
  maxConsecutive: Number.POSITIVE_INFINITY,
};

/** Of a new password, where the site takes as many. */
const USUAL_LENGTH = 20;
/** Longer than any site asks for. */
const LONGEST_TEXT = 500;
const TRIES = 200;

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";
/** Sites that ask for "a special character" take these; of the others some are refused somewhere. */
const SPECIAL = `-${GENERATOR_SYMBOLS}@=?`;
const ALL = LOWER + UPPER + DIGITS + SPECIAL;
const CLASSES: Readonly<Record<string, string>> = {
  lower: LOWER,
  upper: UPPER,
  digit: DIGITS,
  special: SPECIAL,
  "ascii-printable": ALL,
  unicode: ALL,
};

/** `name: values;`, where a set in brackets may hold any of these characters, and ends with two brackets if it holds the closing one. */
const PROPERTY = /([a-z-]+)\s*:\s*((?:\[[^\]]*\]\]?|[^;[])*)/gi;
const VALUE = /\[([^\]]*\]?)\]|[a-z-]+|\d+/gi;

/** @param text - of anyone: what is not understood is left out. */
export function parseRules(text: string): SiteRules {
  let rules = NO_RULES;
  for (const [, name = "", values = ""] of text.slice(0, LONGEST_TEXT).matchAll(PROPERTY))
    rules = { ...rules, ...told(rules, name.toLowerCase(), values) };
  return rules.max < rules.min ? { ...rules, max: rules.min } : rules;
}

function told(rules: SiteRules, name: string, values: string): Partial<SiteRules> {
  const number = /^\s*(\d{1,4})\s*$/.exec(values)?.[1];
  if (number !== undefined) return toldNumber(rules, name, Number(number));
  const characters = unique([...values.matchAll(VALUE)].map(([word, set]) => set ?? CLASSES[word.toLowerCase()] ?? "").join("")).replace(
    /[^!-~]/g,
    "",
  );
  if (characters === "") return {};
  if (name === "required") return { required: [...rules.required, characters], allowed: unique(rules.allowed + characters) };
  return name === "allowed" ? { allowed: unique(rules.allowed + characters) } : {};
}

function toldNumber(rules: SiteRules, name: string, number: number): Partial<SiteRules> {
  if (name === "minlength") return { min: Math.max(rules.min, number) };
  if (number === 0) return {};
  if (name === "maxlength") return { max: Math.min(rules.max, number) };
  return name === "max-consecutive" ? { maxConsecutive: Math.min(rules.maxConsecutive, number) } : {};
}

const unique = (characters: string): string => [...new Set(characters)].join("");

/** A password by these rules, of the usual length where they allow it. Drawn uniformly and redrawn until it has what is required. */
export function generateForSite(rules: SiteRules, random: Random): string {
  const least = Math.min(Math.max(1, rules.min), PASSWORD_LENGTH.max); // a page may ask for anything
  const length = within(USUAL_LENGTH, { min: least, max: Math.max(least, rules.max) });
  const isFree = rules.allowed === "" && length >= PASSWORD_LENGTH.min && rules.maxConsecutive >= length;
  if (isFree) return generatePassword({ ...DEFAULT_GENERATOR, length }, random);
  const pick = createPicker(random);
  const alphabet = rules.allowed || LOWER + UPPER + DIGITS + GENERATOR_SYMBOLS;
  for (let tried = 0; tried < TRIES; tried++) {
    const drawn = Array.from({ length }, () => pick.one(alphabet));
    if (keepsTo(drawn, rules)) return drawn.join("");
  }
  // Sets of a few characters are rarely met by chance: one of each, and the rest of all.
  const reserved = rules.required.slice(0, length).map((set) => pick.one(set));
  return pick.shuffle([...reserved, ...Array.from({ length: length - reserved.length }, () => pick.one(alphabet))]).join("");
}

function keepsTo(drawn: readonly string[], { required, maxConsecutive }: SiteRules): boolean {
  const hasAll = required.every((set) => drawn.some((character) => set.includes(character)));
  return (
    hasAll && !drawn.some((_, at) => at >= maxConsecutive && drawn.slice(at - maxConsecutive, at + 1).every((one) => one === drawn[at]))
  );
}

/** @param host - of the page. @param table - rules by site. @returns those of the host or of the closest site above it; null for none */
export function rulesOfHost(host: string, table: Readonly<Record<string, string>>): string | null {
  const parts = host.split(".");
  const names = parts.map((_, at) => parts.slice(at).join("."));
  const known = names.find((name) => Object.hasOwn(table, name));
  return known === undefined ? null : (table[known] ?? null);
}
