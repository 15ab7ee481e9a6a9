/** What `doctor --deep` finds in what is stored. Damaged pages: db/start-after-crash.test.ts; chains of heads and of the activity log: backup.test.ts. */
import type { PoolClient } from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { entryOf, foundedBy, type KnownLog, writeTo } from "../testing/team-logs.ts";
import { id, openWorld, type Person, type Server, type World } from "../testing/world.ts";
import { checkDeep, checkHistories } from "./doctor-deep.ts";
import { checkLastLook } from "./doctor-environment.ts";
import { readLastCheck } from "./last-check.ts";
import { note } from "./nightly-check.ts";

let world: World;
let server: Server;
let boss: Person;
let log: KnownLog;
let client: PoolClient;

beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  boss = await server.join("boss@example.com", 1);
  client = await server.pool.connect();
  await client.query("set allow_system_table_mods = on");
}, 60_000);
afterAll(async () => {
  client.release(true);
  await world.end();
});

beforeEach(async () => {
  await client.query(
    "alter table team_log disable trigger user; update account set team_id = null, membership_id = null; delete from team",
  );
  log = await foundedBy(boss, id());
  await writeTo(server, log, boss, [entryOf(log, boss, { kind: "invite", email: "ann@example.com", roleId: 3 })]);
});

const look = async () => (await checkDeep(client)).map(({ about, state, text }) => [about, state, text]);

it("nothing is wrong with a database as it should be, and nothing is left behind in it", async () => {
  expect((await look()).map(([about, state]) => [about, state])).toEqual([
    ["Histories", "ok"],
    ["Pages", "ok"],
  ]);
  expect((await client.query("select from pg_extension where extname = 'amcheck'")).rowCount).toBe(0);
});

it.each([
  ["whose signature is another's", "update team_log set signature = repeat('A', 86) where seq = 2", /is broken at entry 2\.$/],
  ["that says something else", "update team_log set text = replace(text, 'ann@', 'eve@') where seq = 2", /is broken at entry 2\.$/],
  ["before which one is missing", "delete from team_log where seq = 1", /is broken at entry 2\.$/],
  [
    "of another team",
    "update team_log set text = replace(text, team_id::text, gen_random_uuid()::text) where seq = 1",
    /is broken at entry 1\. And 1 more\.$/,
  ],
])("names the team whose log has an entry %s", async (_, statement, said) => {
  await client.query(statement);
  const { state, text } = await checkHistories(client);
  expect(state).toBe("wrong");
  expect(text).toMatch(new RegExp(`^The log of team ${log.teamId} ${said.source}`));
});

it("says that a team has no log", async () => {
  await client.query("delete from team_log");
  expect(await checkHistories(client)).toMatchObject({ state: "wrong", text: "There are teams without a log: 1." });
});

it("names an index that lacks a row, and looks at the others all the same", async () => {
  const ready = (isReady: boolean) =>
    client.query("update pg_index set indisready = $1 where indexrelid = 'team_pkey'::regclass", [isReady]);
  await ready(false);
  await client.query("insert into team (id, name, created_at) values (gen_random_uuid(), 'Hidden', now())");
  await ready(true);
  expect((await look())[1]).toEqual(["Pages", "wrong", "Damaged: team_pkey."]);
  await client.query("reindex index team_pkey");
  expect((await look())[1]?.[1]).toBe("ok");
});

it("does not take for damage what it could not read because someone else holds it", async () => {
  const other = await server.pool.connect();
  await other.query("begin; lock table outbox in access exclusive mode");
  await client.query("set lock_timeout = '50ms'");
  await expect(checkDeep(client)).rejects.toMatchObject({ code: "55P03" });
  await client.query("reset lock_timeout");
  await other.query("rollback");
  other.release();
});

it("says that pages were not read where the role may not", async () => {
  await client.query("set role coffer_server");
  const [, pages] = await look().finally(() => client.query("reset role"));
  expect(pages).toMatchObject([
    "Pages",
    "note",
    expect.stringMatching(/amcheck is not installed, or the role that owns the tables may not use it/),
  ]);
});

it("a night in which no page could be read is not told as one without damage", async () => {
  await client.query("set role coffer_server");
  const findings = await checkDeep(client).finally(() => client.query("reset role"));
  const { config } = server.deps;
  expect(note(config, new Date(), findings).text).toMatch(/They were not read.*create extension amcheck/);
  expect(readLastCheck(config.dataDir)).toMatchObject({ state: "partial", good: null });
  expect(checkLastLook(config)).toMatchObject({ state: "note", text: expect.stringMatching(/its rows were read, and no page\./) });
});

it("pages are read by a role that owns the tables and is no superuser, once it was granted what the note says", async () => {
  await client.query("set role coffer_server");
  const [, pages] = await checkDeep(client).finally(() => client.query("reset role"));
  const [statements = ""] = /create extension.*(?= to that role)/.exec(pages?.fix ?? "") ?? [];
  await client.query(`${statements} to coffer_server`);
  await client.query("set role coffer_server");
  const found = await look().finally(() => client.query("reset role"));
  await client.query("drop extension amcheck");
  expect(found[1]).toEqual(["Pages", "ok", expect.stringMatching(/All pages/)]);
});
