/**
 * Lists stored in one field of an item as JSON: tags, further web addresses, custom fields and previous passwords. They are sealed like any text.
 * Reading never throws: an invalid text is an empty list, and invalid entries are skipped.
 */
import { FIELD_MAX_BYTES } from "../constants.ts";
import { byteLength, caseless, isMoment } from "../text.ts";
import type { FieldValues } from "./item.ts";
import { MATCH_MODES, type MatchMode } from "./match-modes.ts";

export const TAGS_MAX = 50;
/** In characters. */
export const TAG_MAX_LENGTH = 60;
const HISTORY_MAX = 20;
/** The default match mode of an address. */
export const DEFAULT_MATCH: MatchMode = "domain";
export const CUSTOM_FIELD_TYPES = ["text", "hidden", "boolean"] as const;

export interface Address {
  readonly url: string;
  readonly match: MatchMode;
}

export interface CustomField {
  readonly label: string;
  readonly type: (typeof CUSTOM_FIELD_TYPES)[number];
  /** For a `boolean`: "true" or "false". */
  readonly value: string;
  /** Its heading; empty for none. */
  readonly section: string;
}

export interface HistoryEntry {
  readonly value: string;
  /** When it was replaced; milliseconds since 1970. */
  readonly at: number;
  /** Email of the person who replaced it; absent if only one person can save the item. */
  readonly by?: string;
}

/** Trimmed, without empty or too long tags, and without duplicates (ignoring case). */
export const readTags = (text: string): string[] =>
  text === "" ? [] : cleanTags(readList(text).filter((entry) => typeof entry === "string"));

/** @returns "" for none. Applies the same limits as `readTags`. */
export const writeTags = (tags: readonly string[]): string => writeList(cleanTags(tags));

/** Adds a tag at the end; unchanged if it already exists or the list is full. */
export const addTag = (tags: readonly string[], tag: string): string[] => cleanTags([...tags, tag]);

/** Tags with equal keys are the same tag. */
export const tagKey: (tag: string) => string = caseless;

function cleanTags(tags: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const tag of tags) {
    const clean = Array.from(tag.trim()).slice(0, TAG_MAX_LENGTH).join("").trim();
    if (clean && !kept.has(tagKey(clean))) kept.set(tagKey(clean), clean);
  }
  return [...kept.values()].slice(0, TAGS_MAX);
}

export const readAddresses = (text: string): Address[] =>
  readRecords(text).flatMap(({ url, match }) =>
    typeof url === "string" && url.trim() && typeof match === "string" ? { url: url.trim(), match: matchMode(match) } : [],
  );

/** @returns "" for none; empty addresses are skipped. */
export const writeAddresses = (addresses: readonly Address[]): string =>
  writeList(addresses.flatMap(({ url, match }) => (url.trim() ? { url: url.trim(), match } : [])));

/** Every address of a login with its match mode: the specified one first, then the further ones. */
export function addressesOf(fields: FieldValues): Address[] {
  const url = fields.website_url?.trim();
  const more = readAddresses(fields.more_urls ?? "");
  return url ? [{ url, match: matchMode(fields.url_match ?? "") }, ...more] : more;
}

const matchMode = (text: string): MatchMode => MATCH_MODES.find((mode) => mode === text) ?? DEFAULT_MATCH;

export const readCustomFields = (text: string): CustomField[] =>
  readRecords(text).flatMap(({ label, type, value, section = "" }) => {
    const known = CUSTOM_FIELD_TYPES.find((name) => name === type);
    if (!known || typeof label !== "string" || typeof value !== "string" || typeof section !== "string") return [];
    return { label, type: known, value, section };
  });

/** @returns "" for none. */
export const writeCustomFields = (fields: readonly CustomField[]): string =>
  writeList(fields.map(({ label, type, value, section }) => ({ label, type, value, section })));

type CustomName = Pick<CustomField, "label" | "section">;
export const isSameCustom = (a: CustomName, b: CustomName): boolean => a.label === b.label && a.section === b.section;

/** Newest first. */
export const readHistory = (text: string): HistoryEntry[] =>
  cleanHistory(
    readRecords(text).flatMap(({ value, at, by }) => (typeof value === "string" && value && isMoment(at) ? entryOf(value, at, by) : [])),
  );

const entryOf = (value: string, at: number, by: unknown): HistoryEntry => ({
  value,
  at,
  ...(typeof by === "string" && by !== "" && { by }),
});

/** @returns "" for none. The oldest are dropped if there are too many, or if the field would be too long. */
export function writeHistory(entries: readonly HistoryEntry[]): string {
  const kept = cleanHistory(entries).map(({ value, at, by }) => entryOf(value, at, by));
  while (byteLength(writeList(kept)) > FIELD_MAX_BYTES) kept.pop();
  return writeList(kept);
}

/**
 * The history after a password was replaced.
 * @param at milliseconds since 1970.
 * @param by - email of the person who replaced it, if several people can save the item.
 */
export function withHistory(historyText: string, previousPassword: string, at: number, by = ""): string {
  const entries = readHistory(historyText);
  // A retried save must not add the same password twice.
  if (!previousPassword || entries[0]?.value === previousPassword) return historyText;
  return writeHistory([entryOf(previousPassword, at, by), ...entries]);
}

const cleanHistory = (entries: readonly HistoryEntry[]): HistoryEntry[] => entries.toSorted((a, b) => b.at - a.at).slice(0, HISTORY_MAX);

export const writeList = (entries: readonly unknown[]): string => (entries.length > 0 ? JSON.stringify(entries) : "");

function readList(text: string): unknown[] {
  if (!text) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return []; // not a valid list: there is nothing to show
  }
}

export const readRecords = (text: string): Record<string, unknown>[] =>
  readList(text).filter((entry): entry is Record<string, unknown> => typeof entry === "object" && entry !== null);
