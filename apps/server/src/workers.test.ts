/** A server of several processes, as its operator sees it. */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newDatabase } from "./testing/databases.ts";
import { build, plain, postgresPid, type Started, start } from "./testing/process.ts";
import { openWay } from "./testing/way-to-database.ts";

const dataDir = mkdtempSync(join(tmpdir(), "coffer-workers-"));
const WORKERS = 2;
let server: Started;

beforeAll(async () => {
  await build();
  server = await start(dataDir, { WORKERS: String(WORKERS) });
}, 60_000);
afterAll(async () => {
  await server.end("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
const isWorker = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("main.js");
  } catch {
    return false; // It has just ended.
  }
};
const workersOf = ({ pid }: Started): number[] => (isAlive(pid) ? childrenOf(pid).filter(isWorker) : []);
const workers = (): number[] => workersOf(server);
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function until<T>(look: () => T | Promise<T>, isSo: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await look();
    if (isSo(found)) return found;
    await sleep(20);
  }
}

const status = async (): Promise<number> => (await fetch(`${server.url}/health`, { headers: { connection: "close" } })).status;
const metrics = async (): Promise<string> => (await fetch(`${server.url}/metrics`, { headers: { connection: "close" } })).text();
const numberIn = (text: string, name: string): number => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);

describe("a server of two workers", () => {
  it("says once that it is ready, with one link for the first administrator", async () => {
    await until(workers, (found) => found.length === WORKERS);
    expect(server.said().match(/Coffer is ready/g)).toHaveLength(1);
    expect(server.said().match(/register\?token=/g)).toHaveLength(1);
  });

  const CALLS = 20;
  const countOf = (text: string): number => numberIn(text, 'coffer_call_seconds_count\\{call="GET /api/status"\\}') || 0;
  const callAll = () =>
    Promise.all(Array.from({ length: CALLS }, () => fetch(`${server.url}/api/status`, { headers: { connection: "close" } })));

  it("counts what all of them answered, whichever is asked", async () => {
    await until(metrics, (text) => numberIn(text, "coffer_processes") === WORKERS);
    const before = countOf(await metrics());
    await callAll();
    expect(countOf(await metrics())).toBe(before + CALLS);
    expect(countOf(await metrics())).toBe(before + CALLS);
  });

  it("goes on answering when one is killed, starts another, and has lost nothing that was counted", async () => {
    const before = workers();
    const counted = countOf(await metrics());
    await callAll();
    // No monitor asks meanwhile: what each has counted is known without one.
    await sleep(1_500);
    for (const [at, killed] of before.entries()) {
      process.kill(killed, "SIGKILL");
      await until(
        () => isAlive(killed),
        (alive) => !alive,
      );
      expect(await status(), `after kill ${at}`).toBe(200);
      await until(workers, (found) => found.length === WORKERS);
      // The next kill takes the other one of before: until then the new one must answer.
      await until(metrics, (text) => numberIn(text, "coffer_processes") === WORKERS);
    }
    expect(workers().filter((pid) => before.includes(pid))).toEqual([]);
    expect(server.said().match(/"event":"worker.ended"/g)).toHaveLength(2);
    expect(countOf(await metrics())).toBe(counted + CALLS);
  });

  it("refuses to start next to another on the same port, with one sentence", async () => {
    const other = mkdtempSync(join(tmpdir(), "coffer-workers-"));
    const { port } = new URL(server.url);
    await expect(start(other, { WORKERS: "2", PORT: port }, plain)).rejects.toThrow(/^exit 1: PORT must be a free one.*another port\.$/s);
    rmSync(other, { recursive: true, force: true });
  });

  it("ends when its database does, so that a service manager starts all of it again", async () => {
    const other = mkdtempSync(join(tmpdir(), "coffer-workers-"));
    const started = await start(other, { WORKERS: "2" });
    process.kill(postgresPid(other), "SIGKILL");
    expect(await started.exit).toBe(1);
    expect(started.said()).toContain('"event":"database.ended"');
    rmSync(other, { recursive: true, force: true });
  });

  it("ends when its workers end again and again", async () => {
    const other = mkdtempSync(join(tmpdir(), "coffer-workers-"));
    const started = await start(other, { WORKERS: "2" });
    const kill = setInterval(() => workersOf(started).forEach((pid) => void process.kill(pid, "SIGKILL")), 100);
    expect(await started.exit).toBe(1);
    clearInterval(kill);
    expect(started.said().match(/"event":"worker.ended"/g)?.length).toBe(11);
    rmSync(other, { recursive: true, force: true });
  }, 60_000);

  it("ends as a whole: asked, without an error; killed, without a process that is left", async () => {
    const asked = workers();
    expect(await server.end("SIGTERM")).toBe(0);
    expect(asked.filter(isAlive)).toEqual([]);
    expect(server.said().match(/"level":"error"/g)).toHaveLength(2); // the two that were killed above

    const { port } = new URL(server.url);
    server = await start(dataDir, { WORKERS: "2", PORT: port });
    const left = await until(workers, (found) => found.length === WORKERS);
    await server.end("SIGKILL");
    await until(
      () => left.filter(isAlive),
      (alive) => alive.length === 0,
    );
    server = await start(dataDir, { WORKERS: "1", PORT: port });
    expect(await status()).toBe(200);
  }, 60_000);
});

/** A program of its own, next to the built server. */
function program(text: string, env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "coffer-workers-"));
  const file = join(folder, "program.mjs");
  writeFileSync(file, text);
  const child = spawn(process.execPath, [file], { env: { PATH: process.env.PATH ?? "", ...env }, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  void exit.then(() => rmSync(folder, { recursive: true }));
  return { pid: child.pid ?? 0, exit, said: () => said, kill: () => void child.kill("SIGKILL") };
}
const DIST = fileURLToPath(new URL("../dist", import.meta.url));

it("a worker that has ended, of which the first process has not heard yet, does not end that one too", async () => {
  const ending = program(`
    import cluster from "node:cluster";
    import { startWorkers, sendToPrimary } from "${DIST}/workers.js";
    if (cluster.isWorker) {
      process.on("message", () => process.exit(0));
      sendToPrimary({ listens: 1 });
    } else {
      const workers = await startWorkers({ count: 1, log: console, finishMs: 0, onFailed: () => undefined });
      const ended = workers.end();
      // As when it waits for a lock: it is told again before its end is heard.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
      await ended;
    }`);
  expect([await ending.exit, ending.said()]).toEqual([0, ""]);
});

it("a worker that joins while PostgreSQL is away waits for it, and the others go on answering", { timeout: 60_000 }, async () => {
  const database = await newDatabase();
  const way = await openWay(database.url);
  const folder = mkdtempSync(join(tmpdir(), "coffer-workers-"));
  const two = await start(folder, { WORKERS: "2", DATABASE_URL: way.url, SERVER_SECRET: "a secret of the tests, long enough" });
  await until(
    () => workersOf(two),
    (found) => found.length === WORKERS,
  );
  const [last = 0] = workersOf(two).toSorted((a, b) => b - a);
  way.cut();
  process.kill(last, "SIGKILL");
  await until(
    () => workersOf(two),
    (found) => found.length === WORKERS && !found.includes(last),
  );
  await sleep(4_000);
  expect((await fetch(`${two.url}/health/live`)).status).toBe(200);
  expect(two.said().match(/"event":"worker.ended"/g)).toHaveLength(1);
  expect(two.said()).not.toContain("DATABASE_URL must");
  await way.mend();
  await expect
    .poll(async () => (await fetch(`${two.url}/health`, { headers: { connection: "close" } })).status, { timeout: 15_000 })
    .toBe(200);
  await two.end("SIGKILL");
  way.cut();
  await database.drop();
  rmSync(folder, { recursive: true });
});

it("what a server runs apart ends with it, and does not take its place when the database is away", async () => {
  const folder = mkdtempSync(join(tmpdir(), "coffer-workers-"));
  await (await start(folder)).end("SIGTERM");
  const server = program(
    `import { runApart } from "${DIST}/jobs/own-process.js";
     process.argv[1] = "${DIST}/main.js";
     await runApart(["doctor", "--nightly"], 60_000);`,
    { DATA_DIR: folder },
  );
  const [apart = 0] = await until(
    () => childrenOf(server.pid).filter(isWorker),
    (found) => found.length === 1,
  );
  // As long as a start takes, and longer.
  for (let look = 0; look < 30 && isAlive(apart); look++) {
    expect(readdirSync(join(folder, "postgres"))).not.toContain("postmaster.pid");
    await sleep(100);
  }
  expect(isAlive(apart)).toBe(true);
  server.kill();
  await until(
    () => isAlive(apart),
    (isThere) => !isThere,
  );
  await (await start(folder)).end("SIGTERM");
  rmSync(folder, { recursive: true });
}, 60_000);
