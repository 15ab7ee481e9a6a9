/**
 * What version 1 (2026-11-22, before heads were signed) left behind: its database and one device, made by its own code and kept in fixtures/version-1.json.
 *
 * Ann has a vault "Home", an item of every kind, a favourite login that was edited once, one in the trash, one purged, and a deleted vault. Ben lost his master password
 * and his recovery key, began with an empty vault, and has the old recovery key again.
 */
import { readFileSync } from "node:fs";
import type { Pool } from "pg";
import type { KeyStore, RecordStore } from "../../packages/client/src/index.ts";
import type { Item } from "../../packages/core/src/items/item.ts";
import type { Left } from "./server.ts";

interface Known {
  readonly email: string;
  readonly password: string;
  readonly recoveryKey: string;
}

interface Fixture {
  readonly files: Readonly<Record<string, string>>;
  readonly ann: Known;
  readonly ben: Known & { readonly lostRecoveryKey: string };
  readonly contents: {
    readonly items: readonly Item[];
    readonly vaults: readonly { readonly name: string }[];
  };
  readonly device: {
    readonly slots: Readonly<Record<string, string>>;
    readonly scopeId: string;
    readonly stored: Awaited<ReturnType<RecordStore["read"]>>;
    readonly overviews: readonly string[];
  };
  /** Rows by schema and table. */
  readonly tables: Readonly<Record<string, readonly unknown[]>>;
}

const here = (path: string): URL => new URL(path, import.meta.url);
export const VERSION_1 = JSON.parse(readFileSync(here("./fixtures/version-1.json"), "utf8")) as Fixture;

/** The migrations that version 1 had. */
const MIGRATIONS = ["0000_tables", "0001_roles_and_counters", "0002_account_access", "0003_audit_append_only", "0004_search_tokens"];

async function restore(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // It begins empty, as version 1 did.
    await client.query("drop schema if exists drizzle, pgboss cascade; drop schema public cascade; create schema public");
    for (const name of MIGRATIONS) await client.query(readFileSync(here(`../../apps/server/src/db/migrations/${name}.sql`), "utf8"));
    await client.query(
      "create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
    );
    // Rows name rows of other tables that come later.
    await client.query("set session_replication_role = replica");
    for (const [table, rows] of Object.entries(VERSION_1.tables)) {
      await client.query(`delete from ${table}`);
      await client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [JSON.stringify(rows)]);
    }
    // They carry their numbers; the next row counts on from there.
    await client.query("select setval('drizzle.__drizzle_migrations_id_seq', max(id)) from drizzle.__drizzle_migrations");
    await client.query("set session_replication_role = origin");
  } finally {
    client.release();
  }
}

/** Within the hour in which it was made: the trash is kept for 30 days. */
const MADE_AT = Date.parse("2026-11-22T03:45:00Z");
export const leftByVersion1: Left = { files: VERSION_1.files, restore, at: MADE_AT };

/** Ann's device, with the slots under which it kept her pins and keys. */
export function fillAnnsDevice(keys: KeyStore, records: RecordStore): Promise<unknown> {
  const { slots, scopeId, stored, overviews } = VERSION_1.device;
  const kept = Object.entries(slots).map(([slot, bytes]) => keys.set(slot, new Uint8Array(Buffer.from(bytes, "base64"))));
  return Promise.all([
    ...kept,
    stored && records.write(scopeId, stored.state, stored.records, []),
    records.writeOverviews(scopeId, overviews),
  ]);
}
