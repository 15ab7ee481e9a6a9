/** Why the bundled PostgreSQL did not start, in a sentence for the operator that says the way on. */
import { ConfigError, NOT_WRITABLE } from "../config.ts";
import { NO_SPACE } from "./postgres-log.ts";

/** The files of the cluster do not make a database any more; a backup does. */
export class DamagedClusterError extends ConfigError {}

/** What PostgreSQL says of a cluster that lacks a file it cannot start without, or whose file is not what it was. */
const DAMAGED =
  /could not find the database system|is not a valid data directory|could not (open|read|access) (file|directory) "(global|base|pg_\w+|PG_VERSION)|checkpoint record|required WAL directory|database "postgres" does not exist|control file|incompatible with server|invalid page|unexpected data beyond EOF|could not locate|requested timeline/;

/** It runs, and lets no one in. */
export const isUseless = (said: string): boolean => /database "postgres" does not exist/.test(said);

export const isFull = (said: string): boolean => NO_SPACE.test(said);

/** @param said - the last words of initdb or PostgreSQL */
export function startProblem(what: string, said: string): Error {
  if (/Read-only file system/.test(said)) return new ConfigError(NOT_WRITABLE);
  if (isFull(said))
    return new ConfigError(
      "DATA_DIR is on a full disk: the database has no space to start. Free some space and start again; nothing is lost.",
    );
  if (DAMAGED.test(said))
    return new DamagedClusterError(
      `The database in DATA_DIR is damaged and cannot start. Nothing was changed. Put a backup in its place: npm run restore -- FILE --replace (the damaged files are kept next to it). PostgreSQL said: ${lastLine(said)}`,
    );
  return new Error(`${what}: ${said}`);
}

/** What it gave as its reason. */
export const lastLine = (said: string): string =>
  said.split("\n").findLast((line) => /^(FATAL|PANIC|ERROR)/.test(line)) ?? said.split("\n").at(-1) ?? "";
