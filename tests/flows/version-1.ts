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
import { restoreTables } from "./restore-tables.ts";
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

const restore = (pool: Pool): Promise<void> =>
  restoreTables(pool, {
    migrations: MIGRATIONS,
    list: "create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
    tables: VERSION_1.tables,
    after: "select setval('drizzle.__drizzle_migrations_id_seq', max(id)) from drizzle.__drizzle_migrations",
  });

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
