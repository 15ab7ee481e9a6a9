/** The real server as a process of its own, and what the kernel says about it and about the processes that it started. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const TICK_MS = 10;

/** @returns `said`: all that it has logged */
export async function startServer(dataDir, env = {}) {
  const child = spawn(process.execPath, ["apps/server/dist/main.js"], {
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir, BACKUP_DIR: "off", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  let said = "";
  const url = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (piece) => {
        said += piece;
        const found = /ready at (http:\S+)/.exec(said)?.[1];
        if (found) resolve(found);
      });
    child.once("exit", () => reject(new Error(`the server ended: ${said}`)));
  });
  const stop = async () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { pid: child.pid, dataDir, url, stop, said: () => said };
}

/** Fields of /proc/PID/stat after the name, which may hold spaces. */
const statOf = (pid) => {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return { name: text.slice(text.indexOf("(") + 1, text.lastIndexOf(")")), rest: text.slice(text.lastIndexOf(")") + 2).split(" ") };
};

/** Milliseconds, its own and not those of its children. */
export const cpuOf = (pid) => {
  const { rest } = statOf(pid);
  return (Number(rest[11]) + Number(rest[12])) * TICK_MS;
};

/** PostgreSQL, and what ends it with its server. */
const OTHERS = new Set(["postgres", "sh", "cat"]);

export function processesBelow(root) {
  const parents = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const { name, rest } = statOf(pid);
      parents.set(Number(pid), { name, parent: Number(rest[1]) });
    } catch {
      // It has just ended.
    }
  }
  const isBelow = (pid) => pid === root || (parents.has(pid) && isBelow(parents.get(pid).parent));
  return [...parents].filter(([pid]) => isBelow(pid)).map(([pid, { name }]) => ({ pid, isNode: !OTHERS.has(name) }));
}

export function cpuOfServer(root) {
  const sum = { node: 0, postgres: 0 };
  for (const { pid, isNode } of processesBelow(root)) sum[isNode ? "node" : "postgres"] += cpuOf(pid);
  return sum;
}

/** Megabytes; what several share counts once among them. */
export const memoryOf = (pid) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) / 1024;

/** Megabytes of node's processes. */
export const memoryOfNode = (root) =>
  processesBelow(root)
    .filter(({ isNode }) => isNode)
    .reduce((sum, { pid }) => sum + memoryOf(pid), 0);
