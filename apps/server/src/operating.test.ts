import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { lockFile } from "./db/folder-lock.ts";
import { build, container, postgresPid, type Started, start } from "./testing/process.ts";

const home = mkdtempSync(join(tmpdir(), "coffer-operating-"));
const folder = (): string => mkdtempSync(join(home, "data-"));
const running: Started[] = [];
const begin = async (...input: Parameters<typeof start>): Promise<Started> => {
  const server = await start(...input);
  running.push(server);
  return server;
};
beforeAll(build, 120_000);
afterEach(async () => {
  for (const server of running.splice(0)) await server.end("SIGKILL");
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const IN_USE = "exit 1: DATA_DIR is in use by another running server; stop that one, or choose another folder.";

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe("two containers on one data folder", { timeout: 60_000 }, () => {
  const dataDir = folder();

  it("the second is refused, and the first goes on; once it is killed, another may come", async () => {
    const first = await begin(dataDir, {}, container);
    await expect(begin(dataDir, {}, container)).rejects.toThrow(IN_USE);
    expect((await fetch(`${first.url}/health`)).status).toBe(200);
    await first.end("SIGKILL");
    await begin(dataDir, {}, container);
  });

  it("a database that outlives its killed server keeps the data to itself until it has ended", async () => {
    const first = await begin(dataDir);
    const old = postgresPid(dataDir);
    process.kill(old, "SIGSTOP");
    await first.end("SIGKILL");
    expect(lockFile(join(dataDir, "postgres.lock"))).toBeNull();
    const second = begin(dataDir, {}, container).then(() => isAlive(old));
    // One that does not wait is ready before this is over.
    await Promise.race([second, sleep(5_000)]);
    process.kill(old, "SIGCONT");
    expect(await second).toBe(false);
  });
});
