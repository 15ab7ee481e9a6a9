/** The bundled database after whatever ended the last server: the next start serves again, without anyone's help, and what cannot be repaired names the way on. */
import { spawn } from "node:child_process";
import {
  chownSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { damageOf } from "../testing/damage.ts";
import { build, command, postgresPid, type Started, start } from "../testing/process.ts";
import { findRunning } from "./find-running.ts";
import { processesOf } from "./orphans.ts";
import { startProblem } from "./start-problem.ts";

const CRASHES = Number(process.env.KILLS ?? (inject("isWhole") ? 40 : 4));

const folder = mkdtempSync(join(tmpdir(), "coffer-crash-"));
const dataDir = join(folder, "data");
let server: Started;
beforeAll(async () => {
  await build();
  server = await start(dataDir);
}, 120_000);
beforeEach(() => startAgain());
afterAll(async () => {
  await server.end("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

const cluster = (): string => realpathSync(join(dataDir, "postgres"));

/** Starts it if the last test has left none. @throws what it said when it did not start */
async function startAgain(): Promise<void> {
  const isThere = (await fetch(`${server.url}/health`).catch(() => null))?.ok;
  if (!isThere) server = await start(dataDir);
}

async function asOwner(): Promise<Client> {
  const running = await findRunning(dataDir);
  const client = new Client({ ...running, host: running?.socketDir ?? "" });
  await client.connect();
  return client;
}

/** One process of the database that no client waits for. */
function aHelper(): number {
  const first = postgresPid(dataDir);
  const [helper = 0] = (processesOf(cluster()) ?? []).filter(
    (pid) => pid !== first && readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("postgres: checkpointer"),
  );
  return helper;
}

it("a process of the database that no longer answers delays the end of the server, and the next start not at all", async () => {
  process.kill(aHelper(), "SIGSTOP");
  expect(await server.end("SIGTERM")).toBe(0);
  await startAgain();
});

it.each([
  ["one that no longer answers", () => aHelper()],
  ["the first, which ends all others,", () => postgresPid(dataDir)],
])("a killed server leaves its database, of whose processes %s is stopped for ever: the next start ends it", async (_, which) => {
  process.kill(which(), "SIGSTOP");
  await server.end("SIGKILL");
  await startAgain();
});

it(`a crash of one of its processes, and a stop or a kill within a second: it serves again, ${CRASHES} times`, {
  timeout: 1_200_000,
}, async () => {
  for (let at = 0; at < CRASHES; at++) {
    const [ms, signal] = [Math.random() * 1_000, Math.random() < 0.5 ? ("SIGTERM" as const) : ("SIGKILL" as const)];
    process.kill(aHelper(), "SIGKILL");
    await sleep(ms);
    await server.end(signal);
    await startAgain().catch((error: Error) => expect.fail(`crash ${at}: ${signal} after ${ms} ms: ${error.message}`));
  }
});

it("a pid file whose number is another program's by now is no server", async () => {
  await server.end("SIGTERM");
  const { uid, gid } = statSync(cluster());
  const other = spawn("sleep", ["60"], { ...(process.getuid?.() === 0 && { uid, gid }), stdio: "ignore" });
  const file = join(cluster(), "postmaster.pid");
  writeFileSync(file, `${other.pid}\n${cluster()}\n${Math.floor(Date.now() / 1000)}\n5432\n/tmp\n\n`, { mode: 0o600 });
  chownSync(file, uid, gid);
  await startAgain();
  expect(other.kill()).toBe(true);
});

it("a page whose bytes have changed is told in the log as an error, and by doctor", { timeout: 240_000 }, async () => {
  const client = await asOwner();
  await client.query("create table read_later as select generate_series(1, 100) as n");
  await client.end();
  const damage = await damageOf(dataDir, "read_later");
  await server.end("SIGTERM");
  damage();
  await startAgain();
  const deep = await command(["doctor", "--deep"], { DATA_DIR: dataDir }).ended;
  expect([deep.code, deep.said]).toEqual([1, expect.stringMatching(/WRONG {2}Pages .*Damaged: read_later\.$/m)]);
  const ready = async () => (await fetch(`${server.url}/health/ready`)).json();
  // By day, as soon as someone has met it.
  await expect.poll(ready, { timeout: 10_000 }).toEqual({ status: "ok", warnings: ["damage"] });
  // What the server runs by itself at night.
  const nightly = await command(["doctor", "--nightly"], { DATA_DIR: dataDir }).ended;
  const noted = JSON.parse(readFileSync(join(dataDir, "last-check.json"), "utf8"));
  expect([nightly.code, noted]).toEqual([1, expect.objectContaining({ state: "damaged", text: expect.stringContaining("read_later") })]);
  expect(await ready()).toEqual({ status: "ok", warnings: ["damage"] });
  const again = await asOwner();
  await expect(again.query("select count(*) from read_later")).rejects.toMatchObject({ code: "XX001" });
  await again.query("drop table read_later");
  await expect.poll(() => server.said()).toMatch(/"level":"error","event":"database.damaged"/);
  const { code, said } = await command(["doctor"], { DATA_DIR: dataDir }).ended;
  expect([code, said]).toEqual([1, expect.stringMatching(/WRONG {2}Files .*Damaged pages were met/)]);
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
  expect(await metrics()).toMatch(/^coffer_database_damaged 1$/m);
  // PostgreSQL itself forgets it in a crash.
  await again.end();
  process.kill(postgresPid(dataDir), "SIGKILL");
  await server.exit;
  await startAgain();
  expect(await metrics()).toMatch(/^coffer_database_damaged 1$/m);
  expect((await command(["doctor"], { DATA_DIR: dataDir }).ended).said).toMatch(/WRONG {2}Files /);
  // What is mended is no alarm any more, once all pages were read.
  const looked = await command(["doctor", "--nightly"], { DATA_DIR: dataDir }).ended;
  expect([looked.code, JSON.parse(readFileSync(join(dataDir, "last-check.json"), "utf8")).state]).toEqual([0, "ok"]);
  const mended = await command(["doctor"], { DATA_DIR: dataDir }).ended;
  expect(mended.said).toMatch(/ok {5}Files .*since then all were read, and none is damaged/);
  expect(await metrics()).toMatch(/^coffer_database_damaged 0$/m);
});

it.each(["PG_VERSION", "pg_wal", "base"])(
  "a folder that was copied without %s says so in one sentence, and is left as it is",
  async (name) => {
    await server.end("SIGTERM");
    const [there, aside] = [join(cluster(), name), join(folder, name)];
    renameSync(there, aside);
    await expect(start(dataDir)).rejects.toThrow(
      /^exit 1: The database in DATA_DIR is (damaged|not whole)[^\n]*npm run restore -- FILE --replace[^\n]*$/,
    );
    renameSync(aside, there);
    await startAgain();
  },
);

it.each([
  [
    "a disk that filled up while the cluster was made",
    'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.',
    /full disk/,
  ],
  ["a full disk", 'FATAL:  could not write lock file "postmaster.pid": No space left on device', /full disk/],
  ["a folder that is read-only", 'FATAL:  could not create lock file "postmaster.pid": Read-only file system', /can write to/],
])("%s is told in one sentence", (_, said, sentence) => {
  expect(startProblem("PostgreSQL did not start", said)).toMatchObject({ name: "ConfigError", message: expect.stringMatching(sentence) });
});

it("a cluster that lacks its control file says what puts a backup in its place, and that command keeps the damaged files", async () => {
  const backup = join(folder, "good.backup");
  expect((await command(["backup", backup], { DATA_DIR: dataDir }).ended).code).toBe(0);
  await server.end("SIGTERM");
  const control = join(cluster(), "global/pg_control");
  copyFileSync(control, join(folder, "pg_control"));
  rmSync(control);
  await expect(start(dataDir)).rejects.toThrow(/^exit 1: The database in DATA_DIR is damaged .*npm run restore -- FILE --replace/);
  const refused = await command(["restore", backup], { DATA_DIR: dataDir }).ended;
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("--replace") });
  const restored = await command(["restore", backup, "--replace"], { DATA_DIR: dataDir }).ended;
  const aside = `${cluster()}.damaged-`;
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining(aside) });
  expect(readdirSync(join(cluster(), "..")).filter((name) => name.startsWith("postgres.damaged-"))).toHaveLength(1);
  await startAgain();
});
