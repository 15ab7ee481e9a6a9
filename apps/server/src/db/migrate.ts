/** Brings the tables up to date. Several servers may start at once: one migrates, the others wait for its lock. */
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { Pool } from "pg";
import { migrateJobs } from "../jobs/jobs.ts";
import { actAs, OWNER, PRODUCT_ROLE } from "./acting.ts";

/** Any number that nobody else locks in this database. */
export const MIGRATION_LOCK = 4_217_001;
/** From src/db and from dist/db alike. */
const MIGRATIONS = fileURLToPath(new URL("../../src/db/migrations", import.meta.url));

/** Takes as long as it takes: another server may hold the lock, and a large table is not changed in ten seconds. */
const NO_LIMITS = "set lock_timeout = 0; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0";

/** The product's role where there is one: rows as the policies show them, and no tables of its own. */
const GRANTS = `do $$ begin if exists (select from pg_roles where rolname = '${PRODUCT_ROLE}') then
  grant usage on schema public, pgboss to ${PRODUCT_ROLE};
  grant select, insert, update, delete on all tables in schema public, pgboss to ${PRODUCT_ROLE};
  grant usage on all sequences in schema public, pgboss to ${PRODUCT_ROLE};
end if; end $$`;

export const migrateDatabase = (pool: Pool): Promise<void> => actAs(OWNER, () => migrateAsOwner(pool));

async function migrateAsOwner(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(NO_LIMITS);
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
    await migrateJobs(client);
    await client.query(GRANTS);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]);
    client.release(true);
  }
}
