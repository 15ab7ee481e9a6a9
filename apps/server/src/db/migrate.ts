/** Brings the tables up to date. Several servers may start at once: one migrates, the others wait for its lock. */
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { Pool } from "pg";
import { migrateJobs } from "../jobs/jobs.ts";

/** Any number that nobody else locks in this database. */
const LOCK = 4_217_001;
/** From src/db and from dist/db alike. */
const MIGRATIONS = fileURLToPath(new URL("../../src/db/migrations", import.meta.url));

export async function migrateDatabase(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
    await migrateJobs(client);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [LOCK]);
    client.release();
  }
}
