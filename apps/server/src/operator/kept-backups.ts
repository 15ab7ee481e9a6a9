/**
 * Whether the backups that are kept are still what was written: each is read again by its checksum, in turn, so that a disk that loses what it has is told
 * before a backup is needed: all of them every hour as long as that is little. The results are in DATA_DIR, because the folder of the backups may be what is failing.
 */
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Config, ConfigError } from "../config.ts";
import { checkBackup } from "./backup-file.ts";
import { isSealedName, timeOf } from "./backup-folder.ts";
import type { Context, Outcome } from "./command.ts";
import { DamagedBackupError } from "./damaged-backup.ts";
import { checkSealed } from "./sealed.ts";
import { keyOf } from "./told.ts";

type Place = Pick<Config, "backupDir" | "dataDir">;

interface Read {
  /** ISO 8601: when it was begun. */
  readonly at: string;
  /** A sentence for the operator; null: it is what was written, or was not read to the end. */
  readonly problem: string | null;
}

const fileIn = (dataDir: string): string => join(dataDir, "backups-read.json");

/** Their names, the oldest first. */
export function keptIn({ backupDir }: Pick<Place, "backupDir">): string[] {
  try {
    return backupDir === null
      ? []
      : readdirSync(backupDir)
          .filter((name) => timeOf(name) !== null)
          .sort();
  } catch {
    return []; // That there is no such folder is told as such (last-backup.ts).
  }
}

/** Of those that are still there, by name. */
function readsOf(place: Place): Map<string, Read> {
  let noted: Readonly<Record<string, Read>> = {};
  try {
    noted = JSON.parse(readFileSync(fileIn(place.dataDir), "utf8"));
  } catch {
    // None was read yet.
  }
  return new Map(keptIn(place).flatMap((name) => (noted[name] ? [[name, noted[name]]] : [])));
}

function note(place: Place, name: string, read: Read): void {
  const reads = Object.fromEntries(readsOf(place).set(name, read));
  writeFileSync(`${fileIn(place.dataDir)}.new`, `${JSON.stringify(reads)}\n`, { mode: 0o600 });
  renameSync(`${fileIn(place.dataDir)}.new`, fileIn(place.dataDir));
}

/** @returns a sentence for each, until it is gone or was read again without a problem */
export const damagedIn = (place: Place): string[] =>
  [...readsOf(place)].flatMap(([name, { problem }]) => (problem === null ? [] : `${name}: ${problem}`));

/** @returns null when it is what was written, also with another server secret; or it has gone meanwhile */
async function problemOf(path: string, { serverSecret }: Pick<Config, "serverSecret">): Promise<string | null> {
  try {
    await (isSealedName(path) ? checkSealed(path) : checkBackup(path, keyOf({ serverSecret })));
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof DamagedBackupError) return error.message;
    return error instanceof ConfigError || code === "ENOENT" ? null : `It could not be read (${code}).`;
  }
}

/** Read in an hour without a person noticing it, also from a slow disk. */
const HOURLY_BYTES = 2_000_000_000;

/** `doctor -- --hourly`: those that were not read for the longest time, and one in any case. */
export async function readKept({ config }: Pick<Context, "config">, now = Date.now(), atMostBytes = HOURLY_BYTES): Promise<Outcome> {
  const { backupDir } = config;
  const reads = readsOf(config);
  const readAt = (name: string): string => reads.get(name)?.at ?? "";
  const names = keptIn(config).sort((a, b) => readAt(a).localeCompare(readAt(b)));
  if (backupDir === null || names.length === 0) return { text: "There is no backup to read.", isGood: true };
  const problems: [name: string, problem: string | null][] = [];
  let left = atMostBytes;
  for (const name of names) {
    left -= sizeOf(join(backupDir, name));
    if (left < 0 && problems.length > 0) break;
    problems.push([name, await readOne(config, join(backupDir, name), { name, at: new Date(now).toISOString() })]);
  }
  return {
    text: problems.map(([name, problem]) => `${name}: ${problem ?? "It is what was written."}`).join("\n"),
    isGood: problems.every(([, problem]) => problem === null),
  };
}

/** One that has gone meanwhile is said to be so when it is read. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

async function readOne(config: Config, path: string, { name, at }: { readonly name: string; readonly at: string }): Promise<string | null> {
  // Also where it is too large to be read within the hour: the next one gets its turn.
  note(config, name, { at, problem: readsOf(config).get(name)?.problem ?? null });
  const problem = await problemOf(path, config);
  note(config, name, { at, problem });
  return problem;
}

/** Reads all of them, and notes nothing. @returns how many there are, and a sentence for each that is damaged */
export async function readAllKept(config: Config): Promise<{ readonly count: number; readonly damaged: readonly string[] }> {
  const names = keptIn(config);
  const damaged: string[] = [];
  for (const name of names) {
    const problem = await problemOf(join(config.backupDir ?? "", name), config);
    if (problem !== null) damaged.push(`${name}: ${problem}`);
  }
  return { count: names.length, damaged };
}
