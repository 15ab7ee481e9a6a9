/** What is in packaging fits the server: each of its settings can be set, and the role of packaging/cluster may do what the server does at night. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "../db/connect.ts";
import { migrateDatabase } from "../db/migrate.ts";
import { actAs, OWNER } from "../db/row-level-security.ts";
import { withScratchDatabase } from "../db/scratch.ts";
import { silentLog } from "../log.ts";
import { SETTINGS } from "../settings.ts";
import { newDatabase, type TestDatabase } from "../testing/databases.ts";
import { checkDeep } from "./doctor-deep.ts";

const name = `recipe_${randomBytes(4).toString("hex")}`;
const read = (file: string): string => readFileSync(new URL(`../../../../packaging/cluster/${file}`, import.meta.url), "utf8");
const [asSuperuser = "", inDatabase = ""] = read("roles.sql")
  .replaceAll(/\bcoffer(_app)?\b/g, `${name}$1`)
  .split(/^\\connect .*$/m);

let place: TestDatabase;
let admin: Client;
const urlOf = (user: string | null): string => {
  const url = Object.assign(new URL(place.url), { pathname: `/${name}` });
  if (user !== null) url.username = user;
  return url.href;
};

beforeAll(async () => {
  place = await newDatabase();
  admin = new Client({ connectionString: place.url });
  await admin.connect();
  for (const statement of asSuperuser.split(";")) await admin.query(statement);
  const there = new Client({ connectionString: urlOf(null) });
  await there.connect();
  await there.query(inDatabase);
  await there.end();
});
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`);
  await admin.query(`drop role ${name}_app; drop role ${name}`);
  await admin.end();
  await place.drop();
});

it("its owner makes a database in which a backup is tried out, and reads every page", async () => {
  const databaseOwnerUrl = urlOf(name);
  const database = await openDatabase({ databaseUrl: urlOf(`${name}_app`), databaseOwnerUrl, dataDir: "/nowhere" }, silentLog);
  try {
    await migrateDatabase(database.pool);
    const client = await actAs(OWNER, () => database.pool.connect());
    const findings = await checkDeep(client).finally(() => client.release());
    expect(findings.map(({ state }) => state)).toEqual(["ok", "ok"]);
    const made = await withScratchDatabase(database.owner, silentLog, async (pool) => {
      const { rows } = await pool.query<{ name: string }>("select current_database() as name");
      return rows[0]?.name;
    });
    expect(made).toMatch(/^coffer_scratch_/);
  } finally {
    await database.close();
  }
});

it("the pooler in front of it leads to that database too", () => {
  const [, databases = ""] = /^\[databases\]\n((?:[^[].*\n)*)/m.exec(read("pgbouncer.ini")) ?? [];
  expect(databases.split("\n")).toContain("* = host=NODE_ADDRESS port=5432");
});

/** What the container is told by its Containerfile. */
const BY_IMAGE = ["PORT", "HOST", "DATA_DIR"];
it.each([
  // Its database is its own, and so is the secret that it makes.
  ["compose.yaml", ["DATABASE_URL", "DATABASE_OWNER_URL", "SERVER_SECRET"]],
  ["compose.postgres.yaml", ["DATABASE_OWNER_URL"]],
])("%s passes on every setting", (file, others) => {
  const named = new Set([...read(`../${file}`).matchAll(/^ +([A-Z_]+): /gm)].map(([, setting]) => setting));
  const missing = Object.keys(SETTINGS).filter((setting) => !named.has(setting));
  expect(missing.sort()).toEqual([...BY_IMAGE, ...others].sort());
});
