/** `backup FILE`: everything the server stores, as of one moment, in one file. Works next to a running server and interrupts no one. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { createGzip } from "node:zlib";
import type { ClientBase } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { ConfigError } from "../config.ts";
import { VERSION } from "../version.ts";
import { beginLine, type Checked, checkBackup, endLine, headerLine, TABLE_END } from "./backup-file.ts";
import { BACKED_UP_TABLES, copyOf, ownSchema, schemaOf } from "./backup-tables.ts";
import { findIntegrityErrors } from "./integrity.ts";
import { renameDurably } from "./rename-durably.ts";

export interface Written extends Checked {
  /** What is inconsistent in the database itself, a sentence each. */
  readonly breaks: readonly string[];
}

/** A file of this name is compressed, also where it is sealed later; any is read, whatever its name is. */
const COMPRESSED = /\.gz(?:\.age)?(?:\.unverified)?$/;

/**
 * Writes a draft next to the file, reads it back, and only then gives it its name: a file with that name is complete.
 * @param key - 32 bytes, of the server's secret
 * @param refuseTight - asks for free space, once it is known that the file can be there
 * @throws ConfigError when the file exists, cannot be written, or the tables are of another version
 */
export async function writeBackup(
  client: ClientBase,
  path: string,
  key: Buffer,
  at: Date,
  refuseTight: () => Promise<void> = async () => undefined,
): Promise<Written> {
  if (existsSync(path)) throw new ConfigError(`${path} exists already. Choose another name; nothing was written.`);
  const part = `${path}.part`;
  try {
    if (existsSync(dirname(path))) await refuseTight();
    // An earlier attempt that was never finished. In a shared folder it may belong to another user, who could then change what is written to it.
    rmSync(part, { force: true });
    const file = await open(part, "wx", 0o600);
    let breaks: string[];
    try {
      breaks = await inSnapshot(client, () => writeTo(client, COMPRESSED.test(path) ? compressed(file) : plain(file), key, at));
      await file.sync();
    } finally {
      await file.close();
    }
    const checked = await checkBackup(part, key);
    await renameDurably(part, path);
    return { ...checked, breaks };
  } catch (error) {
    rmSync(part, { force: true });
    throw toReason(error, path);
  }
}

/** `run` sees the database as it was at one moment, however long it takes. */
async function inSnapshot<T>(client: ClientBase, run: () => Promise<T>): Promise<T> {
  await client.query("begin isolation level repeatable read, read only");
  try {
    await client.query("set local statement_timeout = 0");
    await client.query("set local idle_in_transaction_session_timeout = 0");
    await client.query("set local datestyle = 'ISO'");
    return await run();
  } finally {
    await client.query("rollback");
  }
}

interface Sink {
  write(data: Buffer | string): Promise<void>;
  end(): Promise<void>;
}

const plain = (file: FileHandle): Sink => ({ write: (data) => file.appendFile(data), end: async () => undefined });

function compressed(file: FileHandle): Sink {
  const gzip = createGzip();
  const writing = async (): Promise<void> => {
    for await (const chunk of gzip as AsyncIterable<Buffer>) await file.appendFile(chunk);
  };
  const written = writing();
  // Told by the next write, or at the end.
  written.catch(() => undefined);
  return {
    write: async (data) => {
      if (!gzip.write(data)) await Promise.race([once(gzip, "drain"), written]);
    },
    end: async () => {
      gzip.end();
      await written;
    },
  };
}

async function writeTo(client: ClientBase, sink: Sink, key: Buffer, at: Date): Promise<string[]> {
  const schema = await schemaOf(client);
  if (schema !== ownSchema())
    throw new ConfigError(
      "The tables of this database are of another version than this program. Start the server of this version once, or back up with the version that ran last.",
    );
  const hash = createHash("sha256");
  const write = async (data: Buffer | string): Promise<void> => {
    hash.update(data);
    await sink.write(data);
  };
  const rows: Record<string, number> = {};
  await write(headerLine({ version: VERSION, schema, at: at.toISOString() }));
  for (const table of BACKED_UP_TABLES) {
    await write(beginLine(copyOf(table)));
    const stream = client.query(copyTo(`${copyOf(table)} TO STDOUT`));
    for await (const chunk of stream as AsyncIterable<Buffer>) await write(chunk);
    await write(TABLE_END);
    rows[table.name] = stream.rowCount;
  }
  await sink.write(endLine(key, rows, hash.digest("hex")));
  await sink.end();
  return findIntegrityErrors(client);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "its folder does not exist",
  EACCES: "this account is not allowed to write there",
  EROFS: "that place is read-only",
  ENOSPC: "there is no space left",
  EDQUOT: "there is no space left",
};

function toReason(error: unknown, path: string): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ""];
  return reason === undefined ? error : new ConfigError(`${path} could not be written: ${reason}. There is no backup.`, { cause: error });
}
