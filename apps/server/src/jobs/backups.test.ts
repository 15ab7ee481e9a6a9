/** When a backup is due, and what is told of one that failed. That the command itself makes one that can be restored: operator/commands.test.ts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog, silentLog } from "../log.ts";
import { writeLast } from "../operator/backup-folder.ts";
import { checkBackups } from "../operator/doctor-environment.ts";
import { openWorld, type Server, type World } from "../testing/world.ts";
import { backUpIfDue } from "./backups.ts";
import { isDue } from "./hourly.ts";

const HOUR_MS = 3_600_000;
const at = (hour: number): Date => new Date(new Date().setHours(hour, 10, 0, 0));

describe("a backup is due", () => {
  it.each([
    ["in the night after the last one", 3, 24, true],
    ["not twice in one night", 4, 1, false],
    ["not by day", 14, 24, false],
    ["by day where the machine was off at night", 14, 27, true],
    ["not by day where the folder was made today", 14, 2, false],
    ["where the last one is of a clock that was ahead by two hours", 14, -2, true],
    ["where it is of one that was ahead by a year", 14, -9_000, true],
  ])("%s", (_, hour, hoursAgo, due) => {
    expect(isDue(at(hour).getTime() - hoursAgo * HOUR_MS, at(hour))).toBe(due);
  });
});

describe("a backup that fails", () => {
  const backupDir = mkdtempSync(join(tmpdir(), "coffer-backups-"));
  let world: World;
  let server: Server;
  const lines: string[] = [];
  beforeAll(async () => {
    world = await openWorld();
    server = await world.server({ backupDir, operatorEmail: "operator@example.com" });
    // Two nights after the folder was made.
    server.clock.now = at(3).getTime() + 48 * HOUR_MS;
  });
  afterAll(async () => {
    rmSync(backupDir, { recursive: true });
    await world.end();
  });

  /** A night later, with what the command leaves behind. */
  async function night(isGood: boolean): Promise<void> {
    server.clock.now += 24 * HOUR_MS;
    const deps = { ...server.deps, log: createLog((line) => lines.push(line)) };
    await backUpIfDue(deps, async () => {
      const now = new Date(server.clock.now).toISOString();
      writeLast(backupDir, { at: now, good: isGood ? now : null, text: isGood ? "Fine." : "There is no space left.", isGood });
      return { isGood };
    });
  }
  const emails = async () => Number((await server.pool.query("select count(*) from outbox where letter = 'backupFailed'")).rows[0]?.count);

  it("is logged as an error, told to the operator once, and again only after a good one", async () => {
    await night(true);
    expect([lines.length, await emails()]).toEqual([1, 0]);
    for (let count = 0; count < 3; count++) await night(false);
    expect(lines.filter((line) => line.includes('"level":"error","event":"backup.failed"'))).toHaveLength(3);
    expect(lines.at(-1)).toContain("There is no space left.");
    expect(await emails()).toBe(1);
    await night(true);
    await night(false);
    expect(await emails()).toBe(2);
  });

  it("and leaves no word, as one that was killed, is told once too, and is not tried again in the same night", async () => {
    await night(true);
    const before = await emails();
    let tries = 0;
    const killed = async () => {
      tries++;
      return { isGood: false };
    };
    for (const hours of [24, 1, 1]) {
      server.clock.now += hours * HOUR_MS;
      await backUpIfDue({ ...server.deps, log: silentLog }, killed);
    }
    expect([tries, await emails()]).toEqual([1, before + 1]);
    server.clock.now -= 2 * HOUR_MS;
    await night(false);
  });

  it("is a finding of doctor, as is one that was never made or is old", async () => {
    expect(checkBackups({ backupDir })).toMatchObject({
      state: "wrong",
      text: expect.stringContaining("There is no space left."),
      fix: expect.stringContaining("npm run drill"),
    });
    await night(true);
    expect(checkBackups({ backupDir }, server.clock.now + HOUR_MS)).toMatchObject({
      state: "ok",
      text: expect.stringContaining("1 hour ago"),
    });
    expect(checkBackups({ backupDir }, server.clock.now + 51 * HOUR_MS)).toMatchObject({ state: "wrong" });
    expect(checkBackups({ backupDir: null })).toMatchObject({ state: "note" });
  });
});
