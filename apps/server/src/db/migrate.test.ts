import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newDatabase, openTestPool, type TestDatabase } from "../testing/databases.ts";
import { migrateDatabase } from "./migrate.ts";

let database: TestDatabase;
let admin: Pool;
const role = `r${randomBytes(6).toString("hex")}`;
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  database = await newDatabase();
  admin = openTestPool({ connectionString: database.url });
  await admin.query(`create role ${role} login`);
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(async () => {
  await admin.query(`drop role ${role}`);
  await admin.end();
  await database.drop();
});

/** A database without a table. @returns its address for the role that logs in */
async function emptyDatabase(): Promise<(user?: string) => Pool> {
  const name = `t${randomBytes(6).toString("hex")}`;
  await admin.query(`create database ${name}`);
  closers.push(() => admin.query(`drop database ${name} with (force)`));
  return (user) => {
    const url = Object.assign(new URL(database.url), { pathname: name }, user && { username: user });
    const pool = openTestPool({ connectionString: url.href });
    closers.push(() => pool.end());
    return pool;
  };
}

const tagsIn = async (pool: Pool): Promise<string[]> =>
  (await pool.query<{ tag: string }>("select tag from migration order by tag")).rows.map(({ tag }) => tag);
/** As earlier versions did it. */
const migrateAsBefore = (pool: Pool): Promise<void> =>
  migrate(drizzle(pool), { migrationsFolder: fileURLToPath(new URL("migrations", import.meta.url)) });
const DENIED = "The role of DATABASE_URL must be the one that made the tables, and for a new version be allowed to make more";
const NEWER = "The database was written by a newer version of Coffer, and this one must not touch it:";

describe("the tables", () => {
  it("are made once, also when two servers come at once", async () => {
    const open = await emptyDatabase();
    await Promise.all([migrateDatabase(open()), migrateDatabase(open())]);
    expect(await tagsIn(open())).toEqual(await tagsIn(admin));
    expect((await tagsIn(admin)).length).toBeGreaterThan(8);
  });

  it("need the right to make tables once, and not for later starts", async () => {
    const open = await emptyDatabase();
    const [owner, limited] = [open(), open(role)];
    await expect(migrateDatabase(limited)).rejects.toThrow(DENIED);
    const name = String((await owner.query<{ name: string }>("select current_database() as name")).rows[0]?.name);
    await owner.query(`grant create on database ${name} to ${role}; grant create on schema public to ${role}`);
    await migrateDatabase(limited);
    await owner.query(`revoke create on database ${name} from ${role}; revoke create on schema public from ${role}`);
    await migrateDatabase(limited);
    expect(await tagsIn(limited)).toEqual(await tagsIn(admin));
  });

  it("of an earlier version are migrated with what is in them, and that version no longer starts on them", async () => {
    const pool = (await emptyDatabase())();
    await migrateAsBefore(pool);
    await pool.query("update role set name = 'kept' where id = 3");
    await migrateDatabase(pool);
    expect(await tagsIn(pool)).toEqual(await tagsIn(admin));
    expect((await pool.query("select name from role where id = 3")).rows).toEqual([{ name: "kept" }]);
    await expect(migrateAsBefore(pool)).rejects.toThrow();
  });

  it("no longer hold what a mail server said, which may be an address: only its code is left", async () => {
    const pool = (await emptyDatabase())();
    await migrateDatabase(pool);
    await pool.query("delete from migration where tag = '0012_purge_and_outbox'; drop index record_trashed");
    const said = ["EENVELOPE 550 5.1.1 <ann@example.com> is unknown", "EAUTH ann@example.com may not", "folder could not be written", null];
    await pool.query(
      "insert into outbox (id, letter, content, state, next_at, problem, created_at) select gen_random_uuid(), 'mfaOff', '', 'failed', now(), said, now() from unnest($1::text[]) as said",
      [said],
    );
    await migrateDatabase(pool);
    const { rows } = await pool.query<{ problem: string | null }>("select problem from outbox order by problem");
    expect(rows.map(({ problem }) => problem)).toEqual(["EAUTH", "EENVELOPE 550", "folder", null]);
  });

  it("have a time at which each guarded session showed its keys, so that a device that slept at the upgrade is not kept open by calls without them", async () => {
    const pool = (await emptyDatabase())();
    await migrateDatabase(pool);
    await pool.query("delete from migration where tag = '0046_shown_at'; alter table session drop column shown_at");
    const [begun, used] = [new Date("2025-03-01"), new Date("2025-03-02")];
    // Of accounts that are not there.
    await pool.query(`set session_replication_role = replica;
      insert into session (id, account_id, created_at, expires_at, device, last_used_at, is_guarded)
      select gen_random_uuid(), gen_random_uuid(), '${begun.toISOString()}', now(), device, used, device <> 'plain'
      from (values ('used', '${used.toISOString()}'::timestamptz), ('new', null), ('plain', '${used.toISOString()}')) as t(device, used);
      set session_replication_role = default`);
    await migrateDatabase(pool);
    const { rows } = await pool.query("select device, shown_at from session order by device");
    expect(rows).toEqual([
      { device: "new", shown_at: begun },
      { device: "plain", shown_at: null },
      { device: "used", shown_at: used },
    ]);
  });

  it("are made all or none", async () => {
    const pool = (await emptyDatabase())();
    // In the way of a later migration.
    await pool.query("create view device as select 1");
    await expect(migrateDatabase(pool)).rejects.toThrow();
    expect((await pool.query("select to_regclass('migration') as a, to_regclass('account') as b")).rows).toEqual([{ a: null, b: null }]);
  });
});

describe("a database of a newer version", () => {
  it("is refused, and nothing is changed", async () => {
    const pool = (await emptyDatabase())();
    await migrateDatabase(pool);
    await pool.query("insert into migration (tag) values ('9999_of_tomorrow')");
    await pool.query("delete from migration where tag like '0009%'");
    const before = await tagsIn(pool);
    await expect(migrateDatabase(pool)).rejects.toThrow(NEWER);
    expect(await tagsIn(pool)).toEqual(before);
  });

  it("is refused as earlier versions numbered it, too", async () => {
    const pool = (await emptyDatabase())();
    await migrateAsBefore(pool);
    await pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('tomorrow', 9999999999999)");
    await expect(migrateDatabase(pool)).rejects.toThrow(NEWER);
    expect((await pool.query("select to_regclass('migration') as is")).rows).toEqual([{ is: null }]);
  });
});
