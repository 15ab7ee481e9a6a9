/**
 * What the last backup of a night came to, and whether the next one has a place to go. In DATA_DIR, because the folder of the backups may be what failed; and in that
 * folder too, where another machine with the same one finds it.
 */
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Config, ConfigError } from "../config.ts";

export interface LastBackup {
  /** ISO 8601: when it began. */
  readonly at: string;
  /** ISO 8601: of the newest backup that was restored and verified; null before the first. */
  readonly good: string | null;
  /** A sentence for the operator. */
  readonly text: string;
  readonly isGood: boolean;
}

/** Of this machine, and only in its DATA_DIR: another one with the same folder, or the same database, has it on a disk of its own or not. */
interface Where {
  /** Where the newest verified one is. */
  readonly folder?: string | undefined;
  /** Whether that folder was on another disk than the system. */
  readonly isOnOwnDisk?: boolean | undefined;
}

type Place = Pick<Config, "backupDir" | "dataDir">;

const statusIn = (folder: string): string => join(folder, "last-backup.json");

/** The newest of both. */
export function readLast({ backupDir, dataDir }: Place): LastBackup | null {
  const [here, there] = [readStatus(dataDir), backupDir === null ? null : readStatus(backupDir)];
  const newest = here && there && there.at > here.at ? there : (here ?? there);
  return newest && result(newest);
}

const result = ({ at, good, text, isGood }: LastBackup): LastBackup => ({ at, good, text, isGood });

function whereOf(dataDir: string): Where {
  const { folder, isOnOwnDisk } = readStatus(dataDir) ?? {};
  return { folder, isOnOwnDisk };
}

function readStatus(folder: string): (LastBackup & Where) | null {
  try {
    return JSON.parse(readFileSync(statusIn(folder), "utf8")) as LastBackup & Where;
  } catch {
    return null;
  }
}

export function writeLast({ backupDir, dataDir }: Place, last: LastBackup): void {
  const isThere = last.isGood && backupDir !== null;
  writeStatus(dataDir, { ...last, ...(isThere ? { folder: backupDir, isOnOwnDisk: isApart(backupDir) } : whereOf(dataDir)) });
  try {
    if (backupDir !== null && findProblem({ backupDir, dataDir }) === null) writeStatus(backupDir, last);
  } catch {
    // The one in DATA_DIR says it.
  }
}

/** The result of another machine. */
export const takeLast = ({ dataDir }: Place, told: LastBackup): void => writeStatus(dataDir, { ...result(told), ...whereOf(dataDir) });

function writeStatus(folder: string, last: LastBackup & Where): void {
  writeFileSync(`${statusIn(folder)}.new`, `${JSON.stringify(last)}\n`, { mode: 0o600 });
  renameSync(`${statusIn(folder)}.new`, statusIn(folder));
}

const isApart = (folder: string): boolean => statSync(folder).dev !== statSync("/").dev;

/**
 * Why no backup can be made in the folder: what the next night would meet. A disk that is not mounted leaves an empty folder on the disk of the system, which would
 * fill that one with backups that are thought to be elsewhere.
 * @returns a sentence for the operator; null when nothing is wrong
 */
export function findProblem({ backupDir, dataDir }: Place): string | null {
  if (backupDir === null) return null;
  const { folder, isOnOwnDisk } = whereOf(dataDir);
  const isKnown = folder === backupDir;
  if (!existsSync(backupDir)) {
    if (isKnown) return `BACKUP_DIR is gone: there were backups in ${backupDir}. Mount its disk, or make the folder again.`;
    return refusalOf(nearest(dirname(backupDir)), backupDir);
  }
  if (isKnown && isOnOwnDisk && !isApart(backupDir))
    return `BACKUP_DIR was on a disk of its own, and ${backupDir} is on the system's now. Mount that disk; if it is meant to be so, remove ${statusIn(dataDir)}.`;
  return refusalOf(backupDir, backupDir);
}

const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)));

function refusalOf(path: string, backupDir: string): string | null {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return statSync(path).isDirectory() ? null : `BACKUP_DIR must be a folder, and ${path} is none.`;
  } catch (error) {
    return `BACKUP_DIR must be a folder that this account may write to; ${backupDir} is none (${(error as NodeJS.ErrnoException).code}).`;
  }
}

/** Readable by this account alone: a backup opens no item, and tells who is here. @throws ConfigError when no backup can be made there */
export function prepareFolder(place: Place & { readonly backupDir: string }): void {
  const problem = findProblem(place);
  if (problem !== null) throw new ConfigError(problem);
  mkdirSync(place.backupDir, { recursive: true, mode: 0o700 });
}

type PlaceOfBackups = Place & { readonly backupDir: string };

/** Before the first: since when there is a folder for it, or a server. */
const sinceWhen = ({ backupDir, dataDir }: PlaceOfBackups, at: string | null | undefined): number =>
  at ? Date.parse(at) : statSync(existsSync(backupDir) ? backupDir : dataDir).birthtimeMs;

/** @returns when the last one began. In milliseconds since 1970 */
export const lastBackupAt = (place: PlaceOfBackups): number => sinceWhen(place, readLast(place)?.at);

/** @returns when the last one began that was restored and verified */
export const goodBackupAt = (place: PlaceOfBackups): number => sinceWhen(place, readLast(place)?.good);
