/**
 * What the last look at everything that is stored came to, for doctor, the metrics and readiness. In a file of DATA_DIR, because a damaged database may keep
 * nothing.
 */
import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface LastCheck {
  /** ISO 8601: when it began. */
  readonly at: string;
  /** ISO 8601: of the last one that read all and found no damage; null before the first. */
  readonly good: string | null;
  /** Unfinished: what was not read to the end says nothing about damage. Partial: the rows were read, and no page. */
  readonly state: "ok" | "damaged" | "unfinished" | "partial";
  /** For the operator. Names tables and ids, no content. */
  readonly text: string;
}

const fileIn = (dataDir: string): string => join(dataDir, "last-check.json");

export function readLastCheck(dataDir: string): LastCheck | null {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), "utf8")) as LastCheck;
  } catch {
    return null;
  }
}

/** Of its own: PostgreSQL forgets in a crash which pages it has met, and no look may have been taken since. */
const metIn = (dataDir: string): string => join(dataDir, "damage-met.json");

/** @param told - when PostgreSQL says that it has met a damaged page last @returns the same, or what was noted before it forgot. In milliseconds since 1970; null: never */
export function lastMetAt(dataDir: string, told: number | null): number | null {
  try {
    const { at } = JSON.parse(readFileSync(metIn(dataDir), "utf8")) as { at: number };
    return Math.max(at, told ?? at);
  } catch {
    return told;
  }
}

export function noteMet(dataDir: string, at: number): void {
  try {
    writeFileSync(`${metIn(dataDir)}.new`, `${JSON.stringify({ at })}\n`, { mode: 0o600 });
    renameSync(`${metIn(dataDir)}.new`, metIn(dataDir));
  } catch {
    // A full disk, or another process of this server that notes the same: PostgreSQL remembers it still.
  }
}

/** Until all pages were read since, without damage. @param met - in milliseconds since 1970 */
export function isDamageOpen(dataDir: string, met: number | null): boolean {
  const good = readLastCheck(dataDir)?.good ?? null;
  return met !== null && (good === null || met >= Date.parse(good));
}

/** @returns what was noted */
export function noteCheck(dataDir: string, { at, state, text }: Omit<LastCheck, "good">): LastCheck {
  const last = { at, good: state === "ok" ? at : (readLastCheck(dataDir)?.good ?? null), state, text };
  writeLastCheck(dataDir, last);
  return last;
}

export function writeLastCheck(dataDir: string, last: LastCheck): void {
  writeFileSync(`${fileIn(dataDir)}.new`, `${JSON.stringify(last)}\n`, { mode: 0o600 });
  renameSync(`${fileIn(dataDir)}.new`, fileIn(dataDir));
}

/** Before the first: since when there is something to look at. */
const sinceWhen = (dataDir: string, at: string | null | undefined): number => (at ? Date.parse(at) : statSync(dataDir).birthtimeMs);

/** @returns when the last one began. In milliseconds since 1970 */
export const lastCheckAt = (dataDir: string): number => sinceWhen(dataDir, readLastCheck(dataDir)?.at);

/** @returns when the last one began that read all and found no damage */
export const goodCheckAt = (dataDir: string): number => sinceWhen(dataDir, readLastCheck(dataDir)?.good);
