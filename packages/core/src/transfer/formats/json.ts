/** Helpers to read foreign JSON: no assumptions about types, and a value of an unexpected type is still kept. */
import { isMoment } from "../../text.ts";
import type { Draft } from "../draft.ts";

export type Json = Readonly<Record<string, unknown>>;

/** An empty record for anything else. */
export const recordOf = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The records in a list. */
export const recordsOf = (value: unknown): readonly Json[] => listOf(value).filter(isRecord);

export const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** "" for anything but a string, number or boolean. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? String(value) : "";

/** Looks up a word from a file in a table; inherited properties such as "constructor" do not count. */
export const lookUp = <Value>(table: Readonly<Record<string, Value>> | undefined, word: string): Value | undefined =>
  table && Object.hasOwn(table, word) ? table[word] : undefined;

/** The ways in which programs write "yes". */
export const isYes = (value: unknown): boolean => /^(true|1|yes|y|on|x)$/i.test(textOf(value).trim());

/** Smaller numbers are seconds: as milliseconds this would be in 1973. */
const SECONDS_BELOW = 100_000_000_000;

/** Milliseconds since 1970 of a number of seconds or milliseconds, of digits, or of an ISO 8601 date; undefined for anything else. */
export function timeOf(value: unknown): number | undefined {
  const text = textOf(value).trim();
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : null;
  const at = number === null ? Date.parse(text) : number < SECONDS_BELOW ? number * 1000 : number;
  return isMoment(Math.trunc(at)) && at > 0 ? Math.trunc(at) : undefined;
}

/** Formats a time as "2029-05-17". */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Turns "cardHolder_name" into "Card Holder Name". */
export const wordsOf = (key: string): string =>
  key
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_\s]+/g, " ")
    .trim()
    .replace(/^./, (first) => first.toUpperCase());

/** Keeps the unread values of a record as custom fields. @param known - keys that were read, or that mean nothing to a user. */
export function keepRest(draft: Draft, record: Json, known: readonly string[], section = ""): void {
  for (const [key, value] of Object.entries(record)) if (!known.includes(key)) keepAny(draft, wordsOf(key), value, section);
}

/** Nesting limit, enough for any real file: deeper content is kept as JSON text. */
const DEEPEST = 8;

function asItStands(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "nested too deep to be kept"; // hundreds of thousands of levels: no real file
  }
}

export function keepAny(draft: Draft, label: string, value: unknown, section = "", depth = 0): void {
  if (value === null || value === undefined || value === false || value === "") return;
  if (depth > DEEPEST) draft.extra(label, asItStands(value), "by-label", section);
  else if (Array.isArray(value)) {
    if (value.every((one) => !isRecord(one) && !Array.isArray(one))) draft.extra(label, value.map(textOf).join(", "), "by-label", section);
    else for (const one of value) keepAny(draft, label, one, section, depth + 1);
  } else if (isRecord(value)) {
    for (const [key, one] of Object.entries(value)) keepAny(draft, `${label}: ${wordsOf(key)}`, one, section, depth + 1);
  } else draft.extra(label, textOf(value), "by-label", section);
}

/** Sets values by a table: `{ their key: our field }`. @returns the keys in the table. */
export function setAll(draft: Draft, record: Json, table: Readonly<Record<string, string>>): string[] {
  for (const [theirs, ours] of Object.entries(table)) draft.set(ours, textOf(record[theirs]), wordsOf(theirs));
  return Object.keys(table);
}
