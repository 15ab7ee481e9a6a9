/**
 * Processes of the bundled PostgreSQL that outlived their server. It can hang while it stops (a process of its own that crashed a moment before, or no longer
 * answers), and then keeps the folder's lock until someone ends it. Who calls this has the folder's own lock, so no server is there to miss them.
 */
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";

const pidFile = (data: string): string => join(data, "postmaster.pid");

/** The process that PostgreSQL's own pid file names; null for none. It may be gone, and its number another program's. */
function namedIn(data: string): number | null {
  try {
    return Number(readFileSync(pidFile(data), "utf8").split("\n")[0]) || null;
  } catch {
    return null;
  }
}

/**
 * On Linux each process of a cluster works in its folder and says what it is, and the first has the folder among its arguments: those of another account show only
 * that. What else works there, as an operator's shell or a copy, is not for Coffer to end.
 */
function worksIn(pid: string, data: string): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    if (words.includes(`\0-D\0${data}\0`)) return true;
    return words.startsWith("postgres: ") && readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    return false; // It is gone, or not ours to look at.
  }
}

/** @param data - the cluster's folder @returns null on a machine that does not show its processes */
export function processesOf(data: string): readonly number[] | null {
  if (!existsSync("/proc/self/cmdline")) return null;
  const home = realpathSync(data);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && (worksIn(name, home) || worksIn(name, data)))
    .map(Number);
}

/** A fast stop, an immediate one, and the end of every process: from which moment on, in milliseconds. */
const STEPS = [
  [0, "SIGINT"],
  [3_000, "SIGQUIT"],
  [5_000, "SIGKILL"],
] as const satisfies readonly (readonly [number, NodeJS.Signals])[];

/**
 * One more attempt to end what is left of a cluster, the gentlest first; to be called again and again until its lock is free.
 * @param since - how long it has been waited for, in milliseconds
 */
export function endOrphans(data: string, since: number): void {
  if (!existsSync(data)) return;
  const signal = STEPS.findLast(([from]) => since >= from)?.[1] ?? "SIGINT";
  const first = namedIn(data);
  // A number in a file alone may be another program's by now: where processes are not shown, none is ended.
  const ours = processesOf(data) ?? [];
  // The others mean something else by the first two.
  for (const pid of signal === "SIGKILL" ? ours : ours.filter((one) => one === first)) send(pid, signal);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended, or is another account's.
  }
}

/** A pid file whose number another program has by now keeps PostgreSQL from starting: it is removed when no process of the cluster is left. @returns whether it was */
export function removeStalePidFile(data: string): boolean {
  const left = processesOf(data);
  if (left === null || left.length > 0 || namedIn(data) === null) return false;
  rmSync(pidFile(data));
  return true;
}
