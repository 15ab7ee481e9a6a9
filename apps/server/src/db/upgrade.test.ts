/** A new version on the real bundled database: its migrations are the product's, and one more that works, fails, or fails after it has changed something for good. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConfigError } from "../config.ts";
import { createLog } from "../log.ts";
import { build, command, start } from "../testing/process.ts";
import { type Embedded, startEmbedded } from "./embedded.ts";
import { migrateDatabase } from "./migrate.ts";
import { type Bundled, dropOldCopies, goBack, upgradeSafely } from "./upgrade.ts";
import { type Migration, NewerDatabaseError, OWN_FOLDER, readJournal } from "./versions.ts";

const home = mkdtempSync(join(tmpdir(), "coffer-upgrade-"));
const lines: string[] = [];
const log = createLog((line) => lines.push(line));
let embedded: Embedded;
let owner: Bundled;

beforeAll(async () => {
  embedded = await startEmbedded(home);
  owner = { host: embedded.socketDir, user: embedded.user, database: embedded.database };
  await withPool((pool) => migrateDatabase(pool));
  await asked("insert into setting (name, value) values ('kept', to_jsonb('as it was'::text))");
}, 60_000);
afterAll(async () => {
  await embedded.stop();
  rmSync(home, { recursive: true });
});

async function withPool<T>(run: (pool: Pool) => Promise<T>, place: Bundled = owner): Promise<T> {
  const pool = new Pool({ ...place, max: 1 });
  return run(pool).finally(() => pool.end());
}
const asked = async (statement: string, database = owner.database): Promise<unknown[][]> =>
  withPool(async (pool) => (await pool.query({ text: statement, rowMode: "array" })).rows, { ...owner, database });

/** The migrations of another version. */
function version(name: string, entries: readonly Migration[]): string {
  const folder = join(home, name);
  cpSync(OWN_FOLDER, folder, { recursive: true });
  writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify({ entries }));
  return folder;
}
function versionWith(tag: string, statement: string): string {
  const folder = version(tag, [...readJournal(), { tag, when: Date.now() }]);
  writeFileSync(join(folder, `${tag}.sql`), statement);
  return folder;
}
const upgrade = (folder: string) => upgradeSafely({ owner, dataDir: home, log, folder });
const databases = async () => (await asked("select datname from pg_database where datname ~ 'coffer_' order by 1")).flat();
const kept = () => asked("select value from setting where name = 'kept'");
const isThere = async (table: string) => (await asked(`select to_regclass('${table}') is not null`))[0]?.[0];

it("leaves tables of this version alone, and makes no copy", async () => {
  await upgradeSafely({ owner, dataDir: home, log });
  expect([await databases(), lines]).toEqual([[], []]);
});

it.each([
  ["fails in its middle", "drop table outbox; delete from setting; select 1 / 0"],
  ["has changed something for good before it fails", "drop table outbox; delete from setting; commit; begin; select 1 / 0"],
])("a migration that %s is put back by itself, and the version before goes on with everything", async (what, statement) => {
  const error = await upgrade(versionWith(`9001_${what.length}`, statement)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  expect(String(error)).toMatch(/could not be brought up to date \(22012\), and everything was put back as it was: start the version/);
  expect(lines.splice(0).map((line) => JSON.parse(line).event)).toEqual(["upgrade.copied", "upgrade.failed"]);
  expect([await isThere("outbox"), await kept(), await databases()]).toEqual([true, [["as it was"]], []]);
  await withPool((pool) => migrateDatabase(pool));
});

it("a migration that works leaves a copy of before, to which one command goes back", async () => {
  await upgrade(versionWith("9002_fine", "drop table outbox; update setting set value = to_jsonb('changed'::text) where name = 'kept'"));
  expect(lines.splice(0).map((line) => JSON.parse(line).event)).toEqual(["upgrade.copied", "upgrade.done"]);
  expect([await isThere("outbox"), await kept()]).toEqual([false, [["changed"]]]);
  const [copy, ...more] = await databases();
  expect([copy, more]).toEqual([expect.stringMatching(/^coffer_before_upgrade_\d+$/), []]);

  // This version is the one before now.
  await expect(withPool((pool) => migrateDatabase(pool))).rejects.toThrow(NewerDatabaseError);
  const back = await goBack(owner);
  expect(back).toMatchObject({ aside: expect.stringMatching(/^coffer_set_aside_\d+$/) });
  expect([await isThere("outbox"), await kept()]).toEqual([true, [["as it was"]]]);
  expect(await asked("select value from setting where name = 'kept'", back?.aside)).toEqual([["changed"]]);
  await withPool((pool) => migrateDatabase(pool));
  expect(await goBack(owner)).toBeNull();
});

it("drops what it has put aside after a week, and not before", async () => {
  const DAY_MS = 86_400_000;
  expect(await databases()).toHaveLength(1);
  await dropOldCopies(owner, Date.now() + 6 * DAY_MS);
  expect(await databases()).toHaveLength(1);
  await dropOldCopies(owner, Date.now() + 8 * DAY_MS);
  expect([await databases(), await kept()]).toEqual([[], [["as it was"]]]);
});

it("that fails again and again is not tried for ever, as a service manager would: each time everything is copied and put back", async () => {
  const failing = versionWith("9004_failing", "select 1 / 0");
  for (let time = 0; time < 3; time++) await expect(upgrade(failing)).rejects.toThrow(/everything was put back as it was/);
  lines.splice(0);
  await expect(upgrade(failing)).rejects.toThrow(
    /3 times within an hour.*start the version of Coffer that ran before.*upgrade-failed\.json is removed/,
  );
  expect([lines.splice(0), await databases(), await kept()]).toEqual([[], [], [["as it was"]]]);
  // Another version may do better.
  await upgrade(versionWith("9005_fine", "select 1"));
  await goBack(owner);
  await dropOldCopies(owner, Date.now() + 8 * 86_400_000);
  lines.splice(0);
});

it("whose start was killed leaves one copy at most, which is the way back if it was done", async () => {
  // As a start leaves it that is killed before its migrations; then one that is killed just after.
  await asked("create database coffer_upgrading_1000", "postgres");
  await upgrade(versionWith("9006_fine", "select 1"));
  expect(await databases()).toEqual([expect.stringMatching(/^coffer_before_upgrade_\d{6,}$/)]);
  const [copy = ""] = (await databases()) as string[];
  await asked(`alter database ${copy} rename to ${copy.replace("before_upgrade", "upgrading")}`, "postgres");
  await dropOldCopies(owner);
  expect(await databases()).toEqual([copy]);
  await goBack(owner);
  await dropOldCopies(owner, Date.now() + 8 * 86_400_000);
  lines.splice(0);
});

it("changes nothing where a page cannot be read, which would be lost with the copy", async () => {
  await asked("create table read_later as select generate_series(1, 100) as n");
  await asked("checkpoint");
  const [[path]] = (await asked("select pg_relation_filepath('read_later')")) as [[string]];
  await embedded.stop();
  const file = join(home, "postgres", path);
  const bytes = readFileSync(file);
  bytes[8_000] = (bytes[8_000] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  embedded = await startEmbedded(home);
  owner = { ...owner, host: embedded.socketDir };
  await expect(upgrade(versionWith("9003_fine", "drop table outbox"))).rejects.toThrow(
    /could not be copied .* \(XX001\), so nothing was changed/,
  );
  expect([await isThere("outbox"), await kept()]).toEqual([true, [["as it was"]]]);
});

describe("the server as a process", { timeout: 300_000 }, () => {
  const dataDir = join(home, "older");
  const run = (...words: string[]) => command(words, { DATA_DIR: dataDir }).ended;
  /** What is in the database while no server runs. */
  async function inside(run: (pool: Pool) => Promise<unknown>): Promise<void> {
    const { socketDir: host, user, database, stop } = await startEmbedded(dataDir);
    await withPool(run, { host, user, database }).finally(stop);
  }
  beforeAll(async () => {
    await build();
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "server-secret"), "a secret of the tests, of 32 characters or more");
    await inside((pool) => migrateDatabase(pool, version("before", readJournal().slice(0, -1))));
  }, 120_000);

  it.each(["1", "2"])("of %s workers copies and upgrades at its start, and a command goes back, once", async (WORKERS) => {
    const server = await start(dataDir, { WORKERS });
    expect(server.said()).toMatch(/"event":"upgrade.copied".*"event":"upgrade.done","migrations":1/s);
    expect(await server.end("SIGTERM")).toBe(0);
    await server.gone;
    expect(await run("restore", "--before-upgrade")).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^The database is again as it was at /),
    });
    expect(await run("restore", "--before-upgrade")).toMatchObject({ code: 1, said: expect.stringMatching(/^There is no copy /) });
  });

  it("of an older version than its database says the ways back in one sentence, and a backup of that version is one", async () => {
    const server = await start(dataDir);
    expect((await run("backup", join(home, "older.backup"))).code).toBe(0);
    await server.end("SIGTERM");
    await server.gone;
    await inside((pool) => pool.query("insert into migration (tag) values ('9999_of_tomorrow')"));
    await expect(start(dataDir)).rejects.toThrow(new NewerDatabaseError().message);
    const words = ["restore", join(home, "older.backup")];
    expect(await run(...words)).toMatchObject({ code: 1, said: new NewerDatabaseError().message });
    expect((await run(...words, "--replace")).code).toBe(0);
    expect(readdirSync(dataDir).filter((name) => name.startsWith("postgres.newer-"))).toHaveLength(1);
    await (await start(dataDir)).end("SIGTERM");
  });
});
