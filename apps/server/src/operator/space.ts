/** Whether there is space for a backup, and for the database in which it is tried out: the disk of the database that people use must not fill up for it. */
import { realpathSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ClientBase } from "pg";
import { type Config, ConfigError } from "../config.ts";

const MB = 1_048_576;
/** What the bundled database keeps for its log, and people for what they save meanwhile. */
const RESERVE_BYTES = 512 * MB;
/** Of the size of the database. As text its rows take up to twice as much; its indexes are not in a backup. */
const AS_TEXT = 1.5;
const COMPRESSED = 1;
/** The rows again, and the log of their writing. */
const TRIED_OUT = 1.5;

interface Writing {
  /** The backup's own. */
  readonly path: string;
  /** Where it is written first, before it is sealed. */
  readonly draft?: string | null;
  /** Whether it is restored next to the database. */
  readonly isTriedOut: boolean;
}

/** @param freeOf - how many bytes are free where a folder is, for tests @throws ConfigError when it would get too tight; nothing was written then */
export async function refuseFullDisk(
  client: ClientBase,
  { databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
  { path, draft = null, isTriedOut }: Writing,
  freeOf: (folder: string) => number = freeBytes,
): Promise<void> {
  const { rows } = await client.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
  const size = Number(rows[0]?.bytes);
  const bytesOfFile = size * (/\.gz(?:\.age)?$/.test(path) ? COMPRESSED : AS_TEXT);
  const needs = [path, ...(draft === null ? [] : [draft])].map((file) => ({ folder: dirname(file), bytes: bytesOfFile }));
  // Of an external database the disk is elsewhere.
  const own = databaseUrl === null ? realpathSync(join(dataDir, "postgres")) : null;
  if (own !== null && isTriedOut) needs.push({ folder: own, bytes: size * TRIED_OUT });
  for (const { folder } of needs) {
    const onSame = needs.filter((other) => diskOf(other.folder) === diskOf(folder));
    const reserve = own !== null && diskOf(own) === diskOf(folder) ? RESERVE_BYTES : 0;
    const bytes = onSame.reduce((sum, other) => sum + other.bytes, reserve);
    if (freeOf(folder) >= bytes) continue;
    throw new ConfigError(
      `The disk of ${folder} has ${Math.floor(freeOf(folder) / MB)} MB of free space, and ${Math.ceil(bytes / MB)} MB are needed for a backup${isTriedOut ? ", the database in which it is tried out" : ""}${reserve > 0 ? ", and what is saved meanwhile" : ""}. Free some, or choose another disk; nothing was written.`,
    );
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

const diskOf = (folder: string): number => statSync(folder).dev;
