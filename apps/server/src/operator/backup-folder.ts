/** The folder of the backups that the server makes by itself: their names, and which of them are kept. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sumOf } from "./sealed.ts";

const NAME = /^coffer-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup(?:\.gz(?:\.age)?)?$/;

/** @returns like coffer-2026-11-25T02-30-00Z.backup.gz: in the order of time, and a name on every file system; of a sealed one with .age */
export const nameAt = (at: Date, isSealed = false): string =>
  `coffer-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup.gz${isSealed ? ".age" : ""}`;

export const isSealedName = (name: string): boolean => name.endsWith(".age");

/** One of an earlier version is not compressed, and one of a time without a key not sealed. */
const plainName = (name: string): string => name.replace(/(?:\.gz)?(?:\.age)?$/, "");

/** @returns when it was made; null for a file that Coffer has not made */
export function timeOf(name: string): Date | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return day === undefined ? null : new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
}

const DAY_MS = 86_400_000;
/** How many days, weeks and months keep the newest backup of theirs. */
const KEPT = [
  [7, (at: Date) => at.toISOString().slice(0, 10)],
  // Days since 1970-01-05, a Monday.
  [4, (at: Date) => String(Math.floor((at.getTime() / DAY_MS - 4) / 7))],
  [6, (at: Date) => at.toISOString().slice(0, 7)],
] as const;

/** A backup takes six hours at most (jobs/backups.ts); a draft of one before was left by a server that ended. */
const DRAFT_MS = 6 * 3_600_000;
const DRAFT = /(?:\.unverified)?\.part$/;
/** With the checksum of a sealed one. */
const SUM = /(?:\.unverified)?\.sha256$/;

/** @param names - of files, in any order @returns drafts of Coffer that no one writes to any more */
const leftDrafts = (names: readonly string[], now: number): string[] =>
  names.filter((name) => DRAFT.test(name) && (timeOf(name.replace(DRAFT, ""))?.getTime() ?? now) < now - DRAFT_MS);

/** @returns checksums whose backup is gone, or was never finished */
const leftSums = (names: readonly string[], now: number): string[] =>
  names.filter(
    (name) =>
      SUM.test(name) &&
      !names.includes(name.slice(0, -".sha256".length)) &&
      (timeOf(name.replace(SUM, ""))?.getTime() ?? now) < now - DRAFT_MS,
  );

/** A backup that was not restored yet, that could not be, or whose rows do not add up: it takes no place of a good one. */
const UNVERIFIED = ".unverified";

/** @returns the path that it has until it was verified */
export const unverified = (path: string): string => `${path}${UNVERIFIED}`;

/** @param names - of files, in any order @returns those that could not be verified, but the newest */
const leftUnverified = (names: readonly string[]): string[] =>
  names
    .filter((name) => name.endsWith(UNVERIFIED) && timeOf(name.slice(0, -UNVERIFIED.length)) !== null)
    .sort()
    .slice(0, -1);

/** A clock may be ahead by less than this for ordinary reasons. */
const AHEAD_MS = 24 * 3_600_000;

/**
 * Backups of the time to come, made while the clock was ahead, take no place of those that are made now; they stay until their time has come.
 * @param names - of files, in any order @returns those that are ours and not kept
 */
export function superfluous(names: readonly string[], now = Date.now()): string[] {
  const ours = names
    .filter((name) => (timeOf(name)?.getTime() ?? Number.POSITIVE_INFINITY) < now + AHEAD_MS)
    .sort((a, b) => (a < b ? 1 : -1));
  const kept = new Set(KEPT.flatMap(([count, periodOf]) => newestOf(ours, count, periodOf)));
  return ours.filter((name) => !kept.has(name));
}

/** The newest of each of the last periods that have one. @param names - the newest first */
function newestOf(names: readonly string[], count: number, periodOf: (at: Date) => string): readonly string[] {
  const byPeriod = new Map<string, string>();
  for (const name of names) {
    const period = periodOf(timeOf(name) ?? new Date(0));
    if (!byPeriod.has(period) && byPeriod.size < count) byPeriod.set(period, name);
  }
  return [...byPeriod.values()];
}

/** @param good - when the newest backup was made that has been verified, in ISO 8601: it stays, however many were made since */
export function removeSuperfluous(folder: string, good: string | null, now = Date.now()): void {
  const names = readdirSync(folder);
  const kept = good === null ? null : plainName(nameAt(new Date(good)));
  const over = superfluous(names, now).filter((name) => plainName(name) !== kept);
  for (const name of [...leftDrafts(names, now), ...leftUnverified(names), ...over]) {
    rmSync(join(folder, name));
    rmSync(sumOf(join(folder, name)), { force: true });
  }
  for (const name of leftSums(readdirSync(folder), now)) rmSync(join(folder, name), { force: true });
}
