/** What a program that watches the server reads of it. */
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startEventLog } from "./event-log.ts";
import { createLog } from "./log.ts";
import { openWorld, type Person, type Server, type World } from "./testing/world.ts";

let world: World;
let server: Server;
let ann: Person;
let file: string;
let stop: () => Promise<void>;
const lines: string[] = [];

beforeAll(async () => {
  world = await openWorld();
  file = join(world.dataDir, "events.jsonl");
  server = await world.server({ eventLog: file }, true);
  const place = { connectionString: server.pool.options.connectionString ?? "" };
  stop = await startEventLog({ file, place, log: createLog((line) => lines.push(line)) });
});
afterAll(async () => {
  await stop();
  await world.end();
});

const events = () =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, string>);
const until = (event: string) => expect.poll(() => events().map((line) => line.event), { timeout: 10_000 }).toContain(event);

it("tells a new account, a sign-in and a refused one, with ids and nothing else", async () => {
  ann = await server.join("ann@example.com");
  await server.call("POST", "/users/login", { email: "ann@example.com", authKey: "0".repeat(64) });
  await until("login.failed");
  expect(events().map(({ event, accountId }) => [event, accountId])).toEqual(
    ["account.registered", "login.done", "login.failed"].map((event) => [event, ann.accountId]),
  );
  for (const line of events()) expect(Object.keys(line)).toEqual(["time", "event", "accountId"]);
  expect(readFileSync(file, "utf8")).not.toContain("example");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("takes nothing that is no event, no matter who says it, and tells nothing that was taken back", async () => {
  const before = events().length;
  await server.pool.query("select pg_notify('coffer_event', said) from unnest($1::text[]) as said", [
    [
      "no json",
      "{}",
      JSON.stringify({ at: 1, event: "made.up", accountId: ann.accountId }),
      JSON.stringify({ at: 1, event: "logout", accountId: "Ann" }),
    ],
  ]);
  await server.pool.query(
    `begin; select pg_notify('coffer_event', '{"at": 1, "event": "logout", "accountId": "${ann.accountId}"}'); rollback`,
  );
  await ann.call("POST", "/users/logout");
  await until("logout");
  expect(events()).toHaveLength(before + 1);
});

it("goes on in a new file when that was moved away, and after its connection was lost", async () => {
  rmSync(file);
  await server.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen coffer_event'");
  await expect.poll(() => lines.some((line) => line.includes('"event":"events.interrupted"'))).toBe(true);
  await expect
    .poll(async () => (await server.pool.query("select from pg_stat_activity where query = 'listen coffer_event'")).rowCount, {
      timeout: 10_000,
    })
    .toBe(1);
  await server.join("ben@example.com");
  await expect.poll(() => statSync(file, { throwIfNoEntry: false })?.size ?? 0).toBeGreaterThan(0);
  await until("login.done");
});
