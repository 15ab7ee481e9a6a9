/** The migration to heads of version 2, on a database as the migrations before it left one. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newDatabase, openTestPool, type TestDatabase } from "../testing/databases.ts";
import { hex, id, wrapped } from "../testing/world.ts";
import { migrateDatabase } from "./migrate.ts";

const MIGRATIONS = fileURLToPath(new URL("migrations", import.meta.url));
interface Journal {
  readonly entries: readonly { readonly tag: string }[];
}

let database: TestDatabase;
let pool: Pool;
const accountId = id();
const scopeId = id();
const discardedAt = new Date(Date.UTC(2025, 3, 1, 8, 0, 0, 123));
const trashedAt = new Date(Date.UTC(2025, 3, 2, 8, 0, 0, 7));
/** Sealed under a key of that epoch, as its header says. */
const sealedUnder = (epoch: number): string =>
  `2.${Buffer.concat([Buffer.from([1, 1, 2]), Buffer.from(new Uint32Array([epoch]).buffer).reverse(), Buffer.alloc(60, 7)]).toString("base64url")}`;

const ids = { vault: id(), live: id(), trashed: id(), emptied: id(), behind: id(), behindEmptied: id(), stale: id() };

async function insertOldRows(): Promise<void> {
  await pool.query(
    `insert into account (id, email, name, role_id, auth_hash, kdf_id, salt, encrypted_vault_key, encrypted_key, recovery_auth_hash, key_epoch, created_at)
     values ($1, 'ann@example.com', 'ann', 3, 'x', 1, $2, $3, $3, $4, 2, now())`,
    [accountId, hex(16), wrapped(), hex(32)],
  );
  await pool.query("insert into scope (id, kind, owner_id, seq, meta, epoch, created_at) values ($1, 'personal', $2, 7, 3, 2, now())", [
    scopeId,
    accountId,
  ]);
  await pool.query("insert into head (scope_id, seq, head, created_at) values ($1, 7, $2, now())", [scopeId, wrapped()]);
  await pool.query(
    `insert into discarded_vault (account_id, discarded_at, encrypted_key, recovery_epoch, key_epoch, public_key, encrypted_private_key, head_seq, head)
     values ($1, $2, $3, 1, 1, 'AA', $3, 4, $3)`,
    [accountId, discardedAt, wrapped()],
  );
  const insert = (one: string, kind: string, seal: string, deletedAt: Date | null, categoryId: string | null = null) =>
    pool.query(
      `insert into record (id, scope_id, owner_id, seq, meta_seq, kind, revision, save_id, seal, fields, category_id, favourite, search_tokens,
         deleted_at, created_at, updated_at)
       values ($1, $2, $3, 5, 2, $4, 3, $5, $6, '{"name":"2.x"}', $7, true, '{"ab"}', $8, now(), now())`,
      [one, scopeId, accountId, kind, hex(16), seal, categoryId, deletedAt],
    );
  await insert(ids.vault, "category", sealedUnder(2), null);
  await insert(ids.live, "note", sealedUnder(2), null, ids.vault);
  await insert(ids.trashed, "note", sealedUnder(2), trashedAt, ids.vault);
  await insert(ids.emptied, "note", "", trashedAt);
  await insert(ids.behind, "note", sealedUnder(1), discardedAt, ids.vault);
  await insert(ids.behindEmptied, "note", "", discardedAt);
  await insert(ids.stale, "note", sealedUnder(1), trashedAt);
}

beforeAll(async () => {
  database = await newDatabase();
  pool = openTestPool({ connectionString: database.url });
  await pool.query("drop schema public cascade; create schema public");
  const before = mkdtempSync(join(tmpdir(), "coffer-migrations-"));
  cpSync(MIGRATIONS, before, { recursive: true });
  const journal = JSON.parse(readFileSync(join(MIGRATIONS, "meta/_journal.json"), "utf8")) as Journal;
  const at = journal.entries.findIndex(({ tag }) => tag.endsWith("_heads_and_places"));
  writeFileSync(join(before, "meta/_journal.json"), JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  await migrate(drizzle(pool), { migrationsFolder: before });
  rmSync(before, { recursive: true });
  await insertOldRows();
  await migrateDatabase(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const rowOf = async (table: string, one: string): Promise<Record<string, unknown> | undefined> =>
  (await pool.query(`select * from ${table} where id = $1`, [one])).rows[0];

describe("an older database", () => {
  it("keeps what is live as it is, and what is in the trash in the trash", async () => {
    expect(await rowOf("record", ids.live)).toMatchObject({ state: "live", category_id: ids.vault, favourite: true, deleted_at: null });
    expect(await rowOf("record", ids.trashed)).toMatchObject({
      ...{ state: "trashed", seal: sealedUnder(2), deleted_at: trashedAt, category_id: ids.vault, revision: "3" },
    });
    expect(await rowOf("record", ids.emptied)).toMatchObject({ state: "purged", seal: "" });
  });

  it("has what a reset left behind in a table of its own, complete, and as purged records", async () => {
    expect(await rowOf("discarded_record", ids.behind)).toMatchObject({
      ...{ account_id: accountId, discarded_at: discardedAt, seal: sealedUnder(1), fields: { name: "2.x" } },
      ...{ state: "live", deleted_at: null, category_id: ids.vault, favourite: true, revision: "3" },
    });
    expect(await rowOf("record", ids.behind)).toMatchObject({
      ...{ state: "purged", seal: "", fields: {}, category_id: null, favourite: false, deleted_at: discardedAt, revision: "3" },
    });
    expect(await rowOf("discarded_record", ids.behindEmptied)).toBeUndefined();
    expect(await rowOf("record", ids.behindEmptied)).toMatchObject({ state: "purged" });
  });

  it("drops what was trashed before a reset: no key opens it", async () => {
    expect(await rowOf("record", ids.stale)).toMatchObject({ state: "purged", seal: "", fields: {} });
  });

  it("begins at generation 0, with unsigned heads", async () => {
    expect(await rowOf("scope", scopeId)).toMatchObject({ seq: "7", generation: 0 });
    const { rows } = await pool.query("select generation, signature from head where scope_id = $1", [scopeId]);
    expect(rows).toEqual([{ generation: 0, signature: null }]);
  });

  it("has no search tokens left", async () => {
    const { rows } = await pool.query(
      "select table_name, column_name from information_schema.columns where column_name in ('search_tokens', 'meta', 'meta_seq') and table_schema = 'public'",
    );
    expect(rows).toEqual([]);
  });
});
