/**
 * Brings the tables up to date. Several servers may start at once: one migrates, the others wait for its lock. Up-to-date tables are only checked, so the
 * right to make tables is needed once for each new version, and not to serve.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Pool, PoolClient } from "pg";
import { migrateJobs } from "../jobs/jobs.ts";
import { deniedIn } from "./connect-errors.ts";
import { grantsTo } from "./product-role.ts";
import { actAs, OWNER, PRODUCT_ROLE, RowSecurityPool } from "./row-level-security.ts";
import { DRIZZLE, OWN_FOLDER, readVersions } from "./versions.ts";

/** Any number that nothing else locks in this database. */
export const MIGRATION_LOCK = 4_217_001;
/** Without a time limit: another server may hold the lock, and changing a large table takes more than ten seconds. */
const NO_LIMITS = "set lock_timeout = 0; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0";

/**
 * @param folder - another one in tests
 * @throws ConfigError when a newer version was here, whose tables this one must not touch; or when tables have to be made and our role is not allowed to
 */
export async function migrateDatabase(pool: Pool, folder = OWN_FOLDER): Promise<void> {
  const serving = pool instanceof RowSecurityPool ? pool.servingRole : PRODUCT_ROLE;
  await actAs(OWNER, () => migrateAsOwner(pool, serving, folder));
}

async function migrateAsOwner(pool: Pool, serving: string, folder: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(NO_LIMITS);
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    try {
      await applyMissing(client, folder);
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
async function applyMissing(client: PoolClient, folder: string): Promise<void> {
  const { known, applied, missing } = await readVersions(client, folder);
  await client.query("begin");
  try {
    if (known === null) await beginList(client, applied);
    for (const { tag } of missing) {
      await client.query(readFileSync(join(folder, `${tag}.sql`), "utf8"));
      await note(client, tag);
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

const note = (client: PoolClient, tag: string) => client.query("insert into migration (tag) values ($1)", [tag]);

/**
 * The list is in the same schema as the tables it is about. An earlier version kept it in a schema of its own, for which it needed the right to make schemas at every
 * start; without that list an earlier version refuses to start on this database, as it must.
 */
async function beginList(client: PoolClient, applied: readonly string[]): Promise<void> {
  await client.query("create table migration (tag text primary key, applied_at timestamptz not null default now())");
  for (const tag of applied) await note(client, tag);
  await client.query(`drop table if exists ${DRIZZLE}`);
}
