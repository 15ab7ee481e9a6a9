/** Reading of JSON that somebody else wrote: nothing is believed, and a value of an unexpected kind is still a value. */
import { isMoment } from "../../text.ts";
import type { Draft } from "../draft.ts";

export type Json = Readonly<Record<string, unknown>>;

/** An empty one for anything else. */
export const recordOf = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Of a list the records. */
export const recordsOf = (value: unknown): readonly Json[] => listOf(value).filter(isRecord);

export const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** "" for what is no text, number or truth. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? String(value) : "";

/** What a table says of a word out of a file; the words every object answers to ("constructor") are in no table. */
export const lookUp = <Value>(table: Readonly<Record<string, Value>> | undefined, word: string): Value | undefined =>
  table && Object.hasOwn(table, word) ? table[word] : undefined;

/** What programs write for yes. */
export const isYes = (value: unknown): boolean => /^(true|1|yes|y|on|x)$/i.test(textOf(value).trim());

/** Below it a number counts seconds: as milliseconds it would be in the year 1973. */
const SECONDS_BELOW = 100_000_000_000;

/** Milliseconds since 1970 of a number of seconds or milliseconds, of digits, or of a date as ISO 8601 writes it; undefined for all else. */
export function timeOf(value: unknown): number | undefined {
  const text = textOf(value).trim();
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : null;
  const at = number === null ? Date.parse(text) : number < SECONDS_BELOW ? number * 1000 : number;
  return isMoment(Math.trunc(at)) && at > 0 ? Math.trunc(at) : undefined;
}

/** "2029-05-17" of a moment. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** "cardHolder_name" as a person reads it: "Card Holder Name". */
export const wordsOf = (key: string): string =>
  key
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_\s]+/g, " ")
    .trim()
    .replace(/^./, (first) => first.toUpperCase());

/** Keeps everything of a record that nobody has read yet, each value as a field. @param known - keys that were read, or that say nothing to a person. */
export function keepRest(draft: Draft, record: Json, known: readonly string[], section = ""): void {
  for (const [key, value] of Object.entries(record)) if (!known.includes(key)) keepAny(draft, wordsOf(key), value, section);
}

/** Deep enough for any real file, and an end to one that was made to have none: what is deeper is kept as it stands. */
const DEEPEST = 8;

function asItStands(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "nested too deep to be kept"; // hundreds of thousands of levels: nobody's
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

/** Puts values where a table says: `{ their key: our field }`. @returns the keys that it knows. */
export function setAll(draft: Draft, record: Json, table: Readonly<Record<string, string>>): string[] {
  for (const [theirs, ours] of Object.entries(table)) draft.set(ours, textOf(record[theirs]), wordsOf(theirs));
  return Object.keys(table);
}
