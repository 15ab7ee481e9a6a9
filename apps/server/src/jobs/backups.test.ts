/** When a backup is due, and what is told of one that failed. That the command itself makes one that can be restored: operator/commands.test.ts. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog, silentLog } from "../log.ts";
import { checkBackups } from "../operator/doctor-environment.ts";
import { runDrill } from "../operator/drill.ts";
import { readKept } from "../operator/kept-backups.ts";
import { findProblem, lastBackupAt, readLast, writeLast } from "../operator/last-backup.ts";
import { openWorld, type Server, type World } from "../testing/world.ts";
import { backUpIfDue, readKeptAgain } from "./backups.ts";
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
      writeLast(server.deps.config, { at: now, good: isGood ? now : null, text: isGood ? "Fine." : "There is no space left.", isGood });
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
    expect(checkBackups(server.deps.config)).toMatchObject({
      state: "wrong",
      text: expect.stringContaining("There is no space left."),
      fix: expect.stringContaining("npm run drill"),
    });
    await night(true);
    expect(checkBackups(server.deps.config, server.clock.now + HOUR_MS)).toMatchObject({
      state: "ok",
      text: expect.stringContaining("1 hour ago"),
    });
    expect(checkBackups(server.deps.config, server.clock.now + 51 * HOUR_MS)).toMatchObject({ state: "wrong" });
    expect(checkBackups({ ...server.deps.config, backupDir: null })).toMatchObject({ state: "note" });
  });
});

describe("a backup that is kept", () => {
  const backupDir = mkdtempSync(join(tmpdir(), "coffer-kept-"));
  let world: World;
  let server: Server;
  beforeAll(async () => {
    world = await openWorld();
    server = await world.server({ backupDir, operatorEmail: "operator@example.com", metricsToken: "a token of the tests" });
    server.clock.now = at(14).getTime();
  });
  afterAll(async () => {
    rmSync(backupDir, { recursive: true });
    await world.end();
  });
  const lines: string[] = [];
  const hour = async (): Promise<void> => {
    const { deps } = server;
    await readKeptAgain({ ...deps, log: createLog((line) => lines.push(line)) }, () => readKept(deps));
  };

  it("and is no longer what was written is an error in the log, one email, a number for the monitor and a word at readiness", async () => {
    await hour();
    writeFileSync(join(backupDir, "coffer-2026-11-25T02-30-00Z.backup.gz"), "half of it");
    const now = new Date(server.clock.now).toISOString();
    writeLast(server.deps.config, { at: now, good: now, text: "Fine.", isGood: true });
    await hour();
    await hour();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: "error", event: "backup.damaged", text: expect.stringContaining("coffer-2026-11-25T02-30-00Z.backup.gz: This file is not") },
    ]);
    const { rows } = await server.pool.query("select count(*)::int as count from outbox where letter = 'backupDamaged'");
    expect(rows[0]?.count).toBe(1);
    const ask = (url: string) => server.app.inject({ url, headers: { authorization: "Bearer a token of the tests" } });
    expect((await ask("/metrics")).body).toMatch(/^coffer_backups_damaged 1$/m);
    expect((await ask("/health/ready")).json()).toEqual({ status: "ok", warnings: ["backup"] });
  });

  it("is read in an hour in which none is made", async () => {
    const good = async () => ({ isGood: true });
    expect(await backUpIfDue({ ...server.deps, log: silentLog }, good)).toBe(false);
    server.clock.now += 27 * HOUR_MS;
    expect(await backUpIfDue({ ...server.deps, log: silentLog }, good)).toBe(true);
  });
});

describe("a folder for backups that cannot be used", () => {
  const home = mkdtempSync(join(tmpdir(), "coffer-no-backups-"));
  const file = join(home, "file");
  const backupDir = join(file, "backups");
  let world: World;
  let server: Server;
  beforeAll(async () => {
    writeFileSync(file, "");
    world = await openWorld();
    server = await world.server({ backupDir, operatorEmail: "operator@example.com", metricsToken: "a token of the tests" });
    server.clock.now = at(3).getTime() + 48 * HOUR_MS;
  });
  afterAll(async () => {
    rmSync(home, { recursive: true });
    await world.end();
  });
  const ask = (url: string) =>
    server.app.inject({ url, remoteAddress: "203.0.113.7", headers: { authorization: "Bearer a token of the tests" } });

  it("is a number for the monitor, a word at readiness and a finding of doctor before the first night", async () => {
    expect((await ask("/metrics")).body).toMatch(/^coffer_backup_failed 1$/m);
    expect((await ask("/health/ready")).json()).toEqual({ status: "ok", warnings: ["backup"] });
    expect(checkBackups(server.deps.config)).toMatchObject({
      state: "wrong",
      text: expect.stringMatching(/this account may write to.*EACCES/),
    });
  });

  it("or a night's work that never comes is told after two nights, and its age counts from the beginning", async () => {
    const config = { dataDir: mkdtempSync(join(home, "data-")), backupDir: mkdtempSync(join(home, "never-")), backupRecipient: null };
    expect(checkBackups(config, Date.now() + 30 * HOUR_MS)).toMatchObject({ state: "note" });
    expect(checkBackups(config, Date.now() + 51 * HOUR_MS)).toMatchObject({
      state: "wrong",
      fix: expect.stringContaining("npm run drill"),
    });
    const { app } = await world.server(config);
    expect((await app.inject("/metrics")).body).toMatch(/^coffer_backup_age_seconds \d/m);
  });

  it("is an error in the log and one email that says why, every night and once", async () => {
    const lines: string[] = [];
    const deps = { ...server.deps, log: createLog((line) => lines.push(line)) };
    const drill = async () => {
      await expect(runDrill([], { ...deps, folder: home })).rejects.toThrow("BACKUP_DIR must be a folder");
      return { isGood: false };
    };
    for (let night = 0; night < 2; night++) {
      await backUpIfDue(deps, drill);
      server.clock.now += 24 * HOUR_MS;
    }
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(
      Array.from({ length: 2 }, () => ({
        level: "error",
        event: "backup.failed",
        text: expect.stringContaining("BACKUP_DIR must be a folder"),
      })),
    );
    const { rows } = await server.pool.query("select count(*)::int as count from outbox where letter = 'backupFailed'");
    expect(rows[0]?.count).toBe(1);
    expect(existsSync(backupDir)).toBe(false);
  });

  it("because its disk is not mounted is not made on the disk of the system", async () => {
    const [dataDir, own, system, place] = [
      mkdtempSync(join(home, "data-")),
      mkdtempSync("/dev/shm/coffer-own-disk-"),
      mkdtempSync(join(home, "system-")),
      join(home, "mount"),
    ];
    const mount = (disk: string): void => {
      rmSync(place, { force: true });
      symlinkSync(disk, place);
    };
    const noted = { at: new Date(server.clock.now).toISOString(), good: null, text: "Fine.", isGood: true };
    mount(own);
    const config = { dataDir, backupDir: place };
    expect(findProblem(config)).toBeNull();
    writeLast(config, noted);
    mount(system);
    expect(findProblem(config)).toMatch(/^BACKUP_DIR was on a disk of its own, .* Mount that disk/);
    await expect(runDrill([], { ...server.deps, config: { ...server.deps.config, ...config }, folder: home })).rejects.toThrow(
      "Mount that disk",
    );
    expect([readdirSync(system), readLast(config)?.isGood]).toEqual([[], false]);
    rmSync(place);
    expect(findProblem(config)).toMatch(/^BACKUP_DIR is gone: there were backups in/);
    mount(own);
    expect(findProblem(config)).toBeNull();
    rmSync(own, { recursive: true });
  });

  it("that is new is due a day after it was made, or the server", () => {
    const [dataDir, made] = [mkdtempSync(join(home, "data-")), join(home, "made")];
    expect(Math.abs(lastBackupAt({ dataDir, backupDir: made }) - Date.now())).toBeLessThan(60_000);
    mkdirSync(made);
    expect(Math.abs(lastBackupAt({ dataDir, backupDir: made }) - Date.now())).toBeLessThan(60_000);
  });
});
