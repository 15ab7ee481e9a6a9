/** Puts rows that an earlier version left into an empty database, under the tables that version had. */
import { readFileSync } from "node:fs";
import type { Pool } from "pg";

interface OlderDatabase {
  /** The migrations that version had, in their order. */
  readonly migrations: readonly string[];
  /** Makes the list in which that version kept which of them were applied. */
  readonly list: string;
  /** Rows by schema and table. */
  readonly tables: Readonly<Record<string, readonly unknown[]>>;
  /** For numbers from which the next row counts on. */
  readonly after?: string;
}

export async function restoreTables(pool: Pool, { migrations, list, tables, after }: OlderDatabase): Promise<void> {
  const client = await pool.connect();
  try {
    // It begins empty, as that version did.
    await client.query("drop schema if exists drizzle, pgboss cascade; drop schema public cascade; create schema public");
    for (const name of migrations) await client.query(readFileSync(sqlOf(name), "utf8"));
    await client.query(list);
    // Rows name rows of other tables that come later.
    await client.query("set session_replication_role = replica");
    for (const [table, rows] of Object.entries(tables)) {
      await client.query(`delete from ${table}`);
      await client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [JSON.stringify(rows)]);
    }
    if (after) await client.query(after);
    await client.query("set session_replication_role = origin");
  } finally {
    client.release();
  }
}

const sqlOf = (name: string): URL => new URL(`../../apps/server/src/db/migrations/${name}.sql`, import.meta.url);
