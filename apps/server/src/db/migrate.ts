/**
 * Brings the tables up to date. Several servers may start at once: one migrates, the others wait for its lock. Up-to-date tables are only checked, so the
 * right to make tables is needed once for each new version, and not to serve.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientBase, Pool, PoolClient } from "pg";
import { ConfigError } from "../config.ts";
import { migrateJobs } from "../jobs/jobs.ts";
import { deniedIn } from "./connect-errors.ts";
import { grantsTo } from "./product-role.ts";
import { actAs, OWNER, PRODUCT_ROLE, RowSecurityPool } from "./row-level-security.ts";

/** Any number that nothing else locks in this database. */
export const MIGRATION_LOCK = 4_217_001;
/** From src/db and from dist/db alike. */
const FOLDER = fileURLToPath(new URL("../../src/db/migrations", import.meta.url));

/** Without a time limit: another server may hold the lock, and changing a large table takes more than ten seconds. */
const NO_LIMITS = "set lock_timeout = 0; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0";

export interface Migration {
  readonly tag: string;
  /** When it was made, in milliseconds since 1970; earlier versions, which had Drizzle apply them, name it so in the database. */
  readonly when: number;
}

/** All that this program knows, in their order. */
export const readJournal = (): readonly Migration[] =>
  (JSON.parse(readFileSync(join(FOLDER, "meta/_journal.json"), "utf8")) as { entries: Migration[] }).entries;

/**
 * @throws ConfigError when a newer version was here, whose tables this one must not touch; or when tables have to be made and our role is not allowed to
 */
export async function migrateDatabase(pool: Pool): Promise<void> {
  const serving = pool instanceof RowSecurityPool ? pool.servingRole : PRODUCT_ROLE;
  await actAs(OWNER, () => migrateAsOwner(pool, serving));
}

async function migrateAsOwner(pool: Pool, serving: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(NO_LIMITS);
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    try {
      await applyMissing(client);
      await migrateJobs(client);
      await client.query(grantsTo(serving));
    } catch (error) {
      throw deniedIn(error) ?? error;
    } finally {
      await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]);
    }
  } finally {
    client.release(true);
  }
}

/** All that are missing, or none. */
async function applyMissing(client: PoolClient): Promise<void> {
  const all = readJournal();
  const known = await readApplied(client);
  const applied = known ?? (await readDrizzle(client, all));
  const isNewer = applied.some((tag) => !all.some((migration) => migration.tag === tag));
  if (isNewer)
    throw new ConfigError(
      "The database was written by a newer version of Coffer, and this one must not touch it. Start that version, or restore a backup of this one.",
    );
  const missing = all.filter(({ tag }) => !applied.includes(tag));
  await client.query("begin");
  try {
    if (known === null) await beginList(client, applied);
    for (const { tag } of missing) {
      await client.query(readFileSync(join(FOLDER, `${tag}.sql`), "utf8"));
      await note(client, tag);
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

const note = (client: PoolClient, tag: string) => client.query("insert into migration (tag) values ($1)", [tag]);

/** @returns null for a database without our list: empty, or of an earlier version */
export async function readApplied(client: ClientBase): Promise<string[] | null> {
  if (!(await isThere(client, "migration"))) return null;
  const { rows } = await client.query<{ tag: string }>("select tag from migration");
  return rows.map(({ tag }) => tag);
}

async function readDrizzle(client: PoolClient, all: readonly Migration[]): Promise<string[]> {
  if (!(await isThere(client, DRIZZLE))) return [];
  const { rows } = await client.query<{ when: string }>(`select created_at as when from ${DRIZZLE}`);
  return rows.map(({ when }) => all.find((migration) => migration.when === Number(when))?.tag ?? when);
}

/**
 * The list is in the same schema as the tables it is about. An earlier version kept it in a schema of its own, for which it needed the right to make schemas at every
 * start; without that list an earlier version refuses to start on this database, as it must.
 */
async function beginList(client: PoolClient, applied: readonly string[]): Promise<void> {
  await client.query("create table migration (tag text primary key, applied_at timestamptz not null default now())");
  for (const tag of applied) await note(client, tag);
  await client.query(`drop table if exists ${DRIZZLE}`);
}

/** Where earlier versions kept their list. */
export const DRIZZLE = "drizzle.__drizzle_migrations";

export async function isThere(client: ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>("select to_regclass($1) is not null as is", [table]);
  return rows[0]?.is ?? false;
}
