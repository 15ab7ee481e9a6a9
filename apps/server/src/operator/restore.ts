/** `restore FILE`: a backup into an empty place, in one transaction. If anything fails, at any time, the database stays as it was. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { ConfigError } from "../config.ts";
import { beginLine, type Checked, checkBackup, linesOf, TABLE_END } from "./backup-file.ts";
import { ALL_TABLES, BACKED_UP_TABLES, copyOf, ownSchema, type Table } from "./backup-tables.ts";
import { findIntegrityErrors } from "./integrity.ts";

/** Rows go to the database in pieces of about this size. */
const PIECE_BYTES = 65_536;

/** @throws ConfigError when the file is incomplete, not of this server, or not of this version of the tables. Nothing was opened or written then. */
export async function checkForRestore(path: string, key: Buffer, identity: string | null = null): Promise<Checked> {
  const checked = await checkBackup(path, key, identity).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    throw new ConfigError(`${path} could not be read (${error.code}).`, { cause: error });
  });
  const { schema, version } = checked.header;
  if (schema > ownSchema()) throw new ConfigError(`This backup was made by a newer version (${version}). Restore it with that one.`);
  if (schema < ownSchema())
    throw new ConfigError(
      `This backup was made by an earlier version (${version}), when the tables were different. Restore it with that one, then start this one: it brings them up to date.`,
    );
  return checked;
}

interface Restoring {
  readonly path: string;
  /** 32 bytes, of the server's secret. */
  readonly key: Buffer;
  /** What opens a sealed one. */
  readonly identity?: string | null;
  readonly isAcceptingBreaks: boolean;
}

/**
 * Puts the rows of a checked backup in place of everything that is there, or changes nothing.
 * @returns what is inconsistent, a sentence each
 * @throws ConfigError when something is inconsistent and that was not accepted, or when the file has changed since it was checked
 */
export async function restoreRows(client: ClientBase, how: Restoring, checked: Checked): Promise<string[]> {
  await client.query("begin");
  try {
    await client.query("set local statement_timeout = 0");
    await client.query("set local datestyle = 'ISO'");
    await emptyTables(client);
    await withoutRowSecurity(client, () => writeRows(client, how));
    for (const { name } of BACKED_UP_TABLES) await checkCount(client, name, checked.rows[name]);
    await continueNumbers(client);
    const breaks = await findIntegrityErrors(client);
    if (breaks.length > 0 && !how.isAcceptingBreaks)
      throw new ConfigError(
        `The file is complete, but what it holds was not consistent when it was made:\n  ${breaks.join("\n  ")}\nNothing was changed. Take an earlier backup, or restore this one anyway with --accept-breaks.`,
      );
    await client.query("commit");
    return breaks;
  } catch (error) {
    // A connection that is gone has rolled back already.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

async function writeRows(client: ClientBase, { path, key, identity = null }: Restoring): Promise<void> {
  const lines = linesOf(path, key, identity);
  try {
    await lines.next(); // The header.
    for (const table of BACKED_UP_TABLES) await copyRows(client, table, lines);
    // Its end, where the checksum is checked once more: the file was read again.
    if (!(await lines.next()).done) throw new ConfigError("This backup holds more than it should. Nothing was changed.");
  } finally {
    await lines.return(undefined as never);
  }
}

/** Tables of logs refuse to be emptied unless the trigger of that name is off. */
async function emptyTables(client: ClientBase): Promise<void> {
  const logs =
    "select tgrelid::regclass::text as log, tgname as name from pg_trigger where tgname like '%\\_no\\_truncate' and not tgisinternal";
  const { rows } = await client.query<{ log: string; name: string }>(logs);
  for (const { log, name } of rows) await client.query(`alter table ${log} disable trigger ${name}`);
  await client.query(`truncate ${ALL_TABLES.map((name) => `"public"."${name}"`).join(", ")}`);
  for (const { log, name } of rows) await client.query(`alter table ${log} enable trigger ${name}`);
}

/** PostgreSQL copies nothing into a table whose policies bind the caller, as they bind our owner role. No other transaction sees this exception. */
async function withoutRowSecurity(client: ClientBase, run: () => Promise<void>): Promise<void> {
  const secured = "select relname as name from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace";
  const { rows } = await client.query<{ name: string }>(secured);
  for (const { name } of rows) await client.query(`alter table "public"."${name}" no force row level security`);
  await run();
  for (const { name } of rows) await client.query(`alter table "public"."${name}" force row level security`);
}

type Lines = ReturnType<typeof linesOf>;

/** The file does not decide where its rows go: the statement is ours, and the file must contain exactly that one. */
async function copyRows(client: ClientBase, table: Table, lines: Lines): Promise<void> {
  const { value } = await lines.next();
  if (String(value) !== beginLine(copyOf(table)))
    throw new ConfigError(`This backup does not contain the table ${table.name}. Nothing was changed.`);
  await pipeline(Readable.from(piecesOf(lines)), client.query(copyFrom(`${copyOf(table)} FROM STDIN`)));
}

async function* piecesOf(lines: Lines): AsyncGenerator<Buffer> {
  let piece: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const { value, done } = await lines.next();
    if (done || value.equals(END)) break;
    piece.push(value);
    bytes += value.length;
    if (bytes < PIECE_BYTES) continue;
    yield Buffer.concat(piece);
    [piece, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(piece);
}
const END = Buffer.from(TABLE_END);

async function checkCount(client: ClientBase, name: string, expected: number | undefined): Promise<void> {
  const { rows } = await client.query<{ count: string }>(`select count(*) as count from "public"."${name}"`);
  if (Number(rows[0]?.count) !== expected)
    throw new ConfigError(
      `The table ${name} has ${rows[0]?.count} rows after the restore, and ${expected} in the backup. Nothing was changed.`,
    );
}

/** Numbers that the database assigns itself continue after those from the file. */
async function continueNumbers(client: ClientBase): Promise<void> {
  await client.query("select setval(pg_get_serial_sequence('role', 'id'), greatest((select max(id) from role), 99) + 1, false)");
}
