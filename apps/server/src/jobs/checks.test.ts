/** When everything that is stored is read, and what is told of damage. What the reading finds: operator/doctor-deep.test.ts, and as a command operator/commands.test.ts. */
import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../log.ts";
import { checkLastLook } from "../operator/doctor-environment.ts";
import { writeLast } from "../operator/last-backup.ts";
import { type LastCheck, lastMetAt, noteCheck } from "../operator/last-check.ts";
import { note } from "../operator/nightly-check.ts";
import { openWorld, type Server, type World } from "../testing/world.ts";
import { checkIfDue, checkNightly } from "./checks.ts";

const HOUR_MS = 3_600_000;
const BACKUP_GOOD = { good: null, text: "Fine.", isGood: true };

describe("the nightly look at everything that is stored", () => {
  const backupDir = mkdtempSync(join(tmpdir(), "coffer-checks-"));
  let world: World;
  let server: Server;
  const lines: string[] = [];
  const nightOf = (days: number): number => new Date().setHours(3, 10, 0, 0) + days * 24 * HOUR_MS;
  beforeAll(async () => {
    world = await openWorld();
    server = await world.server({ backupDir, operatorEmail: "operator@example.com", metricsToken: "a token of the tests" });
  });
  afterAll(async () => {
    rmSync(backupDir, { recursive: true });
    await world.end();
  });

  let nights = 1;
  /** A night later, after its backup. @param state - what the command notes; null: it is killed before */
  async function night(state: LastCheck["state"] | null, isBackedUp = true): Promise<number> {
    server.clock.now = nightOf(++nights);
    const at = new Date(server.clock.now).toISOString();
    if (isBackedUp) writeLast(server.deps.config, { ...BACKUP_GOOD, at });
    let looks = 0;
    await checkIfDue({ ...server.deps, log: createLog((line) => lines.push(line)) }, async () => {
      looks++;
      if (state) noteCheck(world.dataDir, { at, state, text: state === "ok" ? "All is well." : "Damaged: head_pkey." });
    });
    return looks;
  }
  const emails = async () => Number((await server.pool.query("select count(*) from outbox where letter = 'damageFound'")).rows[0]?.count);
  const ask = (path: string, authorization = "Bearer a token of the tests") =>
    server.app.inject({ url: path, remoteAddress: "203.0.113.7", headers: { authorization } });

  it("has an age for the monitor before it was taken for the first time", async () => {
    expect((await ask("/metrics")).body).toMatch(/^coffer_check_age_seconds \d/m);
  });

  it("is taken once a night, and not before that night's backup", async () => {
    utimesSync(backupDir, new Date(0), new Date(0));
    writeLast(server.deps.config, { ...BACKUP_GOOD, at: new Date(nightOf(0)).toISOString() });
    expect(await night("ok", false)).toBe(0);
    expect(await night("ok")).toBe(1);
    nights--;
    expect(await night("ok")).toBe(0);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: "info", event: "check.done" }]);
  });

  it("that finds damage is an error in the log, one email, a number for the monitor and a word to it at readiness", async () => {
    for (let count = 0; count < 2; count++) expect(await night("damaged")).toBe(1);
    const [one, ...more] = lines.slice(1).map((line) => JSON.parse(line));
    expect(one).toMatchObject({ level: "error", event: "check.damage-found", text: "Damaged: head_pkey." });
    expect(more).toHaveLength(1);
    expect(await emails()).toBe(1);
    expect((await ask("/metrics")).body).toMatch(/^coffer_check_damaged 1$/m);
    expect((await ask("/health/ready")).json()).toEqual({ status: "ok", warnings: ["damage"] });
    expect((await ask("/health/ready", "")).json()).toEqual({ status: "ok" });
    expect(checkLastLook(server.deps.config, server.clock.now)).toMatchObject({
      state: "wrong",
      text: expect.stringContaining("head_pkey"),
    });
  });

  it("is told again only after a night without damage", async () => {
    await night("ok");
    expect(await ask("/health/ready").then((reply) => reply.json())).toEqual({ status: "ok" });
    expect(checkLastLook(server.deps.config, server.clock.now)).toMatchObject({ state: "ok" });
    await night("damaged");
    expect(await emails()).toBe(2);
  });

  it("that ends without a word is an error, and is not taken for damage", async () => {
    await night("ok");
    const before = await emails();
    expect(await night(null)).toBe(1);
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ level: "error", event: "check.failed" });
    expect(await emails()).toBe(before);
    expect((await ask("/metrics")).body).toMatch(/^coffer_check_damaged 0$/m);
    // It was read through the night before; when that is two nights ago, doctor says so.
    expect(checkLastLook(server.deps.config, server.clock.now)).toMatchObject({ state: "ok" });
    expect(checkLastLook(server.deps.config, server.clock.now + 27 * HOUR_MS)).toMatchObject({ state: "wrong" });
  });

  it("notes every hour what PostgreSQL has met by itself, which forgets it in a crash, also where no monitor asks", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "coffer-met-"));
    const met = Date.now() - HOUR_MS;
    // As it answers once a page of it was damaged.
    const execute = async (query: Parameters<typeof server.deps.db.execute>[0]) => {
      const answer = await server.deps.db.execute(query);
      return { ...answer, rows: answer.rows.map((row) => ("pages" in row ? { ...row, pages: 1, met } : row)) };
    };
    const db = new Proxy(server.deps.db, { get: (all, name) => (name === "execute" ? execute : Reflect.get(all, name)) });
    const config = { ...server.deps.config, dataDir, isCheckingNightly: true };
    noteCheck(dataDir, { at: new Date(server.clock.now).toISOString(), state: "ok", text: "All is well." });
    const stop = await checkNightly({ ...server.deps, db, config }, async () => undefined);
    stop();
    expect(lastMetAt(dataDir, null)).toBe(met);
    rmSync(dataDir, { recursive: true });
  });

  it("that was not taken for two nights is another word at readiness", async () => {
    const at = new Date(Date.now() - 51 * HOUR_MS).toISOString();
    noteCheck(world.dataDir, { at, state: "ok", text: "All is well." });
    expect((await ask("/health/ready")).json()).toEqual({ status: "ok", warnings: ["check"] });
  });

  it("that never came to its end is wrong once two nights have passed, and its age counts from the beginning", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "coffer-never-read-"));
    const [born, config] = [Date.now(), { ...server.deps.config, dataDir }];
    noteCheck(dataDir, { at: new Date(born).toISOString(), state: "unfinished", text: "It was not read to the end." });
    expect(checkLastLook(config, born + 30 * HOUR_MS)).toMatchObject({ state: "note" });
    expect(checkLastLook(config, born + 51 * HOUR_MS)).toMatchObject({
      state: "wrong",
      text: expect.stringContaining("not read to the end"),
    });
    noteCheck(dataDir, { at: new Date(born).toISOString(), state: "partial", text: "amcheck is missing." });
    expect(checkLastLook(config, born + 51 * HOUR_MS)).toMatchObject({ state: "note", text: expect.stringContaining("no page") });
    rmSync(dataDir, { recursive: true });
  });

  it("notes what is wrong with what to do, and nothing else", () => {
    const said = note(server.deps.config, new Date(), [
      { about: "Files", state: "ok", text: "Fine." },
      { about: "Pages", state: "wrong", text: "Damaged: head_pkey.", fix: "Restore a backup." },
    ]);
    expect(said).toEqual({ text: "Damaged: head_pkey. Restore a backup.", isGood: false });
  });
});
