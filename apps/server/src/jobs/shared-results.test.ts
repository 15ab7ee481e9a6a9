/** Several machines on one database: what one of them did at night is known to all. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Deps } from "../deps.ts";
import { silentLog } from "../log.ts";
import { checkBackups, checkLastLook } from "../operator/doctor-environment.ts";
import { writeLast } from "../operator/last-backup.ts";
import { type LastCheck, noteCheck, readLastCheck } from "../operator/last-check.ts";
import { openWorld, type Server, type World } from "../testing/world.ts";
import { backUpIfDue } from "./backups.ts";
import { checkIfDue } from "./checks.ts";

const DAY_MS = 86_400_000;
const home = mkdtempSync(join(tmpdir(), "coffer-machines-"));
let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  server.clock.now = new Date().setHours(3, 10, 0, 0) + 2 * DAY_MS;
});
afterAll(async () => {
  rmSync(home, { recursive: true });
  await world.end();
});

/** One with a folder of its own for everything. */
function machine(): Deps {
  const [dataDir, backupDir] = [mkdtempSync(join(home, "data-")), mkdtempSync(join(home, "backups-"))];
  const databaseUrl = server.pool.options.connectionString ?? "";
  return { ...server.deps, log: silentLog, config: { ...server.deps.config, databaseUrl, dataDir, backupDir } };
}
const at = (): string => new Date(server.clock.now).toISOString();

it("a backup that one of them made is not made again by another, and its age is right on both", async () => {
  const [one, other] = [machine(), machine()];
  await backUpIfDue(one, async () => {
    writeLast(one.config, { at: at(), good: at(), text: "Fine.", isGood: true });
    return { isGood: true };
  });
  let tries = 0;
  const again = async () => {
    tries++;
    return { isGood: true };
  };
  await backUpIfDue(other, again);
  expect([tries, checkBackups(other.config, server.clock.now).state]).toEqual([0, "ok"]);
});

it.each(["ok", "damaged"] as const)("what one of them found when it read everything, all know: %s", async (state) => {
  server.clock.now += DAY_MS;
  const [one, other] = [machine(), machine()];
  for (const { config } of [one, other]) writeLast(config, { at: at(), good: at(), text: "Fine.", isGood: true });
  const note = async (deps: Deps): Promise<LastCheck> => noteCheck(deps.config.dataDir, { at: at(), state, text: "Looked." });
  await checkIfDue(one, () => note(one));
  let looks = 0;
  await checkIfDue(other, async () => void looks++);
  expect([looks, readLastCheck(other.config.dataDir)?.state]).toEqual([0, state]);
  expect(checkLastLook(other.config, server.clock.now).state).toBe(state === "ok" ? "ok" : "wrong");
});

it("a machine without a database of others keeps its own alone", async () => {
  server.clock.now += DAY_MS;
  const alone = machine();
  const bundled = { ...alone, config: { ...alone.config, databaseUrl: null } };
  let tries = 0;
  await backUpIfDue(bundled, async () => {
    tries++;
    writeLast(bundled.config, { at: at(), good: at(), text: "Fine.", isGood: true });
    return { isGood: true };
  });
  expect(tries).toBe(1);
  const { rows } = await server.pool.query("select count(*)::int as count from setting where name = 'last-backup' and value->>'at' = $1", [
    at(),
  ]);
  expect(rows).toEqual([{ count: 0 }]);
});

it("where a machine has its backups, and on which disk, is known to that machine alone", async () => {
  server.clock.now += DAY_MS;
  const [one, other] = [machine(), machine()];
  await backUpIfDue(one, async () => {
    writeLast(one.config, { at: at(), good: at(), text: "Fine.", isGood: true });
    return { isGood: true };
  });
  await backUpIfDue(other, () => Promise.reject(new Error("It is not due.")));
  const read = (folder: string | null) => JSON.parse(readFileSync(join(folder ?? "", "last-backup.json"), "utf8")) as object;
  const told = { at: at(), good: at(), text: "Fine.", isGood: true };
  const { rows } = await server.pool.query("select value from setting where name = 'last-backup'");
  expect([rows[0]?.value, read(one.config.backupDir), read(other.config.dataDir)]).toEqual([told, told, told]);
  expect(read(one.config.dataDir)).toEqual({ ...told, folder: one.config.backupDir, isOnOwnDisk: expect.any(Boolean) });
});
