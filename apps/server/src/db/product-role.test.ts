/** The role that serves people on an external PostgreSQL: made where the operator's role may make one, given by the operator elsewhere, and told about otherwise. */
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Log, silentLog } from "../log.ts";
import { newDatabase, openTestPool, type TestDatabase } from "../testing/databases.ts";
import { type DatabasePlace, openDatabase } from "./connect.ts";
import { migrateDatabase } from "./migrate.ts";
import { actAs, OWNER, SYSTEM } from "./row-level-security.ts";

const name = `t${randomBytes(6).toString("hex")}`;
const [plain, maker, serving] = [`plain_${name}`, `maker_${name}`, `serving_${name}`];
let database: TestDatabase;
let admin: Pool;

beforeAll(async () => {
  database = await newDatabase();
  admin = openTestPool({ connectionString: database.url });
  await admin.query(`create role ${plain} login`);
  await admin.query(`create role ${maker} login createrole`);
  await admin.query(`create role ${serving} login`);
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

/** @returns the addresses of a new database for its owner and for others */
async function databaseOf(owner: string, nth: number): Promise<(user: string) => string> {
  await admin.query(`create database ${name}_${nth} owner ${owner}`);
  return (username) => Object.assign(new URL(database.url), { pathname: `${name}_${nth}`, username }).href;
}

/** Starts on it as a server does, twice: the second start finds what the first has made. */
async function serveFrom(place: Pick<DatabasePlace, "databaseUrl" | "databaseOwnerUrl">) {
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (event) => void warnings.push(event) };
  const open = () => openDatabase({ dataDir: tmpdir(), serverSecret: "a secret of thirty-two characters.", ...place }, log);
  const first = await open();
  await migrateDatabase(first.pool);
  await first.close();
  const { pool, close } = await open();
  await migrateDatabase(pool);
  await pool.forgetOwner();
  const asked = `select session_user as login, (select rolsuper or rolbypassrls from pg_roles where rolname = session_user) as "isAbove",
    (select tableowner from pg_tables where tablename = 'account') as owner, (select count(*)::int from role) as roles`;
  const { rows } = await actAs(SYSTEM, () => pool.query<{ login: string; isAbove: boolean; owner: string; roles: number }>(asked));
  return { ...rows[0], warnings, pool, close };
}

describe("the role that serves people on an external PostgreSQL", () => {
  it.each(["a superuser", "a role that may make roles"])("is made by %s, and is neither superuser nor owner", async (who) => {
    const owner = who === "a superuser" ? new URL(database.url).username : maker;
    const nth = who === "a superuser" ? 1 : 2;
    const urlOf = await databaseOf(owner, nth);
    const { login, isAbove, warnings, roles, pool, close, ...found } = await serveFrom({ databaseUrl: urlOf(owner) });
    expect([login, isAbove, found.owner, roles, warnings]).toEqual([`${name}_${nth}_server`, false, owner, 3, []]);
    await expect(actAs(SYSTEM, () => pool.query("select key from acting_key"))).rejects.toMatchObject({ code: "42501" });
    await expect(actAs(OWNER, () => pool.query("select 1"))).rejects.toThrow();
    await close();
  });

  it("is the one of DATABASE_URL where the operator names the owner apart", async () => {
    const urlOf = await databaseOf(plain, 3);
    const { login, isAbove, warnings, roles, close, ...found } = await serveFrom({
      databaseUrl: urlOf(serving),
      databaseOwnerUrl: urlOf(plain),
    });
    expect([login, isAbove, found.owner, roles, warnings]).toEqual([serving, false, plain, 3, []]);
    await close();
  });

  it("is the owner of the tables, bound by the policies, where that role may make no other; the operator is told", async () => {
    const urlOf = await databaseOf(plain, 4);
    const { login, isAbove, warnings, roles, pool, close } = await serveFrom({ databaseUrl: urlOf(plain) });
    expect([login, isAbove, roles, [...new Set(warnings)]]).toEqual([plain, false, 3, ["database.role-owns-tables"]]);
    const insert = "insert into team (id, name, created_at) values (gen_random_uuid(), '', now())";
    await expect(pool.query(insert)).rejects.toMatchObject({ code: "42501" });
    await close();
  });
});
