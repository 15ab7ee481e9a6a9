/** What is left of a bundled PostgreSQL whose server is gone is ended, the gentlest way first, and nothing else is. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { endOrphans, processesOf, removeStalePidFile } from "./orphans.ts";

let data: string;
let started: ChildProcess[];
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "coffer-orphans-"));
  started = [];
});
afterEach(() => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(data, { recursive: true, force: true });
});

/** As a process of a cluster it works in the cluster's folder. */
async function aProcess(
  cwd: string,
  name = "postgres: checkpointer ",
): Promise<{ readonly child: ChildProcess; readonly ended: Promise<unknown> }> {
  const child = spawn(process.execPath, ["-e", "process.stdout.write('.'); setInterval(() => 0, 1000)"], { cwd, argv0: name });
  started.push(child);
  const ended = new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)));
  await new Promise((resolve) => child.stdout?.once("data", resolve));
  return { child, ended };
}
const nameFirst = (pid: number | undefined): void => writeFileSync(join(data, "postmaster.pid"), `${pid}\n${data}\n`);

it("ends the first process of the cluster gently, and every one of them when that does not help", async () => {
  const [first, other, foreign] = await Promise.all([aProcess(data), aProcess(data), aProcess(tmpdir())]);
  if (processesOf(data) === null) return; // this machine does not show its processes: none is ended
  expect(processesOf(data)?.toSorted()).toEqual([first.child.pid, other.child.pid].toSorted());
  nameFirst(first.child.pid);
  expect(removeStalePidFile(data)).toBe(false);
  endOrphans(data, 0);
  expect(await first.ended).toBe("SIGINT");
  endOrphans(data, 4_999);
  expect(processesOf(data)).toEqual([other.child.pid]);
  endOrphans(data, 5_000);
  expect(await other.ended).toBe("SIGKILL");
  expect(foreign.child.exitCode ?? foreign.child.signalCode).toBeNull();
});

it("asks more firmly after three seconds", async () => {
  const { child, ended } = await aProcess(data);
  if (processesOf(data) === null) return;
  nameFirst(child.pid);
  endOrphans(data, 3_000);
  expect(await ended).toBe("SIGQUIT");
});

it("ends no process that a stale file names, and removes the file once none of the cluster is left", async () => {
  const { child } = await aProcess(tmpdir());
  nameFirst(child.pid);
  endOrphans(data, 0);
  endOrphans(data, 9_000);
  endOrphans(join(data, "none"), 0);
  if (processesOf(data) === null) return;
  expect(removeStalePidFile(data)).toBe(true);
  expect(existsSync(join(data, "postmaster.pid"))).toBe(false);
  expect(removeStalePidFile(data)).toBe(false);
  expect(child.exitCode ?? child.signalCode).toBeNull();
});

it("lets a shell in the cluster's folder alone, and it keeps no stale file there", async () => {
  const { child } = await aProcess(data, "bash");
  if (processesOf(data) === null) return;
  nameFirst(child.pid);
  for (const since of [0, 3_000, 5_000]) endOrphans(data, since);
  expect(removeStalePidFile(data)).toBe(true);
  expect(child.exitCode ?? child.signalCode).toBeNull();
});
