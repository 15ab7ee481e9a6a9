/** Parses what the web app sends about its entries and about a website that it opens: anything of another shape is refused. */
import { type Launch, MAX_ENTRIES_PER_MESSAGE } from "@coffer/core/extension-messages";

/** Which version of which entry the web app has. Everything else about it is taken from the server alone. */
export interface WebEntry {
  readonly id: string;
  readonly saveId: string;
}

/** How far the clocks of two scripts of one browser may be apart. */
const CLOCK_MS = 60_000;
const MOST_LETTERS = 8_000;
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const SAVE_ID = /^[\da-f]{1,96}$/;

const isRecord = (given: unknown): given is Readonly<Record<string, unknown>> => typeof given === "object" && given !== null;
const matches = (pattern: RegExp, given: unknown): given is string => typeof given === "string" && pattern.test(given);

/** @returns null for anything else. */
export function parseEntries(message: object): WebEntry[] | null {
  const { entries } = message as { readonly entries?: unknown };
  if (!Array.isArray(entries) || entries.length > MAX_ENTRIES_PER_MESSAGE) return null;
  const found = entries.flatMap((entry: unknown) =>
    isRecord(entry) && matches(ID, entry.id) && matches(SAVE_ID, entry.saveId) ? [{ id: entry.id, saveId: entry.saveId }] : [],
  );
  return found.length === entries.length ? found : null;
}

/** @returns null for anything that is not a current launch. */
export function parseLaunch(message: object, now: number): Launch | null {
  const { entryId, url, timestamp } = message as Readonly<Record<string, unknown>>;
  if (!matches(ID, entryId) || typeof url !== "string" || url.length > MOST_LETTERS || typeof timestamp !== "number") return null;
  const protocol = URL.parse(url)?.protocol;
  if (protocol !== "https:" && protocol !== "http:") return null;
  return Math.abs(now - timestamp) <= CLOCK_MS ? { entryId, url, timestamp } : null;
}
