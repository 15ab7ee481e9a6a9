/** Findings that the user ignores, each with a reason: stored as JSON in a sealed field of the item, so that they move with it. */
import type { FieldValues } from "../items/item.ts";
import { isMoment } from "../text.ts";
import { ABOUT, FINDING_NAMES, type FindingName } from "./finding-names.ts";

/** In characters. */
export const REASON_MAX_LENGTH = 200;

export interface Ignored {
  readonly finding: FindingName;
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Never throws: an invalid text is an empty list. */
export function readIgnored(text: string): Ignored[] {
  if (text === "") return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.flatMap(wholeEntry) : [];
  } catch {
    return []; // not a valid list: nothing is ignored
  }
}

function wholeEntry(entry: unknown): Ignored[] {
  if (typeof entry !== "object" || entry === null) return [];
  const { finding, reason, at } = entry as Record<string, unknown>;
  const known = FINDING_NAMES.find((name) => name === finding);
  return known && typeof reason === "string" && isMoment(at) ? [{ finding: known, reason, at }] : [];
}

/** @returns "" for none. */
export const writeIgnored = (list: readonly Ignored[]): string => (list.length > 0 ? JSON.stringify(list) : "");

/** Adds a finding to the list. @param at - milliseconds since 1970. @param reason - truncated if too long. */
export function withIgnored(text: string, finding: FindingName, reason: string, at: number): string {
  const said = Array.from(reason.trim()).slice(0, REASON_MAX_LENGTH).join("");
  return writeIgnored([...readIgnored(text).filter((entry) => entry.finding !== finding), { finding, reason: said, at }]);
}

/** Removes a finding from the list. */
export const withoutIgnored = (text: string, finding: FindingName): string =>
  writeIgnored(readIgnored(text).filter((entry) => entry.finding !== finding));

/** The findings still ignored after an edit: an entry ends when the fields it is about change. */
export function stillIgnored(text: string, before: FieldValues, after: FieldValues): string {
  const isSame = (name: string): boolean => (before[name] ?? "") === (after[name] ?? "");
  return writeIgnored(readIgnored(text).filter(({ finding }) => ABOUT[finding].every(isSame)));
}
