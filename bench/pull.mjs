/**
 * `npm run bench -- pull`: what full pulls of 1,000 items cost the real server, and how long they take when 200 come at once. The server runs as a
 * process of its own, on the bundled database; its CPU is what the kernel counted for it and for the processes it started, PostgreSQL apart.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { availableParallelism } from "node:os";
import { median } from "./measure.mjs";
import { newAccount, sessionOf } from "./world.mjs";

const PULL = "/api/vault/all-items-data";
const ITEMS = 1_000;
const ONE_BY_ONE = 30;
const AT_ONCE = 200;
/** Several accounts: one may not read more than two at a time. */
const ACCOUNTS = 8;
const TICK_MS = 10;

export async function measurePull(world, env = {}) {
  const tokens = [];
  for (let at = 0; at < ACCOUNTS; at++) tokens.push(await sessionOf((await newAccount(world, ITEMS, `pull-${at}`)).signIn));
  const copy = await copyOf(world);
  await world.close();
  const server = await startServer(world.dataDir, env);
  try {
    await measureOneByOne(server, tokens, copy);
    await measureAtOnce(server, tokens);
  } finally {
    server.child.kill("SIGTERM");
    await server.ended;
  }
}

/** The yardstick: PostgreSQL gives the same rows away as they are. @returns its milliseconds of CPU for one account */
async function copyOf({ pool: { query } }) {
  const ROUNDS = 20;
  const [{ pid, owner }] = (await query("select pg_backend_pid() as pid, (select owner_id from record limit 1) as owner")).rows;
  const before = cpuOf(pid);
  for (let round = 0; round < ROUNDS; round++)
    await query(
      `copy (select id, scope_id, kind, revision, save_id, seal, fields, category_id, created_at, updated_at from record where owner_id = '${owner}') to '/dev/null'`,
    );
  return (cpuOf(pid) - before) / ROUNDS;
}

async function startServer(dataDir, env) {
  const child = spawn(process.execPath, ["apps/server/dist/main.js"], {
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir, BACKUP_DIR: "off", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  let said = "";
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (piece) => {
      said += piece;
      const found = /ready at (http:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once("exit", () => reject(new Error(`the server ended: ${said}`)));
  });
  return { child, ended, url };
}

async function measureOneByOne({ child, url }, tokens, copyMs) {
  for (const encoding of ["br", "gzip", "identity"]) {
    await pull(url, tokens[0], encoding);
    const before = cpuOfServer(child.pid);
    const times = [];
    let bytes = 0;
    for (let at = 0; at < ONE_BY_ONE; at++) {
      const began = performance.now();
      bytes = await pull(url, tokens[at % ACCOUNTS], encoding);
      times.push(performance.now() - began);
    }
    const { node, postgres } = minus(cpuOfServer(child.pid), before);
    console.log(
      `${encoding}: ${(bytes / 1000).toFixed(0)} kB, ${median(times).toFixed(1)} ms each; CPU of a pull of ${ITEMS}: node ${(node / ONE_BY_ONE).toFixed(1)} ms, PostgreSQL ${(postgres / ONE_BY_ONE).toFixed(1)} ms; the bare COPY of its rows: ${copyMs.toFixed(1)} ms`,
    );
  }
}

async function measureAtOnce({ child, url }, tokens) {
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(child.pid));
  }, 200);
  const idle = memoryOf(child.pid);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const times = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, at) => {
      const began = performance.now();
      await pull(url, tokens[at % ACCOUNTS], "br", agent);
      return performance.now() - began;
    }),
  );
  clearInterval(watch);
  agent.destroy();
  times.sort((a, b) => a - b);
  console.log(
    `${AT_ONCE} at once: p50 ${(median(times) / 1000).toFixed(1)} s, last ${((times.at(-1) ?? 0) / 1000).toFixed(1)} s; memory of the server's processes ${idle.toFixed(0)} MB idle, ${most.toFixed(0)} MB at most (${availableParallelism()} cores)`,
  );
}

const pull = (url, authorization, encoding, agent) =>
  new Promise((resolve, reject) => {
    get(`${url}${PULL}`, { agent, headers: { authorization, "accept-encoding": encoding } }, (reply) => {
      let bytes = 0;
      if (reply.statusCode !== 200) reject(new Error(`refused with ${reply.statusCode}`));
      reply.on("data", (piece) => {
        bytes += piece.length;
      });
      reply.on("end", () => resolve(bytes));
      reply.on("error", reject);
    }).on("error", reject);
  });

/** Fields of /proc/PID/stat after the name, which may hold spaces. */
const statOf = (pid) => {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return { name: text.slice(text.indexOf("(") + 1, text.lastIndexOf(")")), rest: text.slice(text.lastIndexOf(")") + 2).split(" ") };
};
/** Milliseconds, its own and those of the children that it has waited for. */
const cpuOf = (pid) => {
  const { rest } = statOf(pid);
  return (Number(rest[11]) + Number(rest[12])) * TICK_MS;
};

function processesBelow(root) {
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
  return [...parents].filter(([pid]) => isBelow(pid)).map(([pid, { name }]) => ({ pid, isNode: name !== "postgres" && name !== "sh" }));
}

function cpuOfServer(root) {
  const sum = { node: 0, postgres: 0 };
  for (const { pid, isNode } of processesBelow(root)) sum[isNode ? "node" : "postgres"] += cpuOf(pid);
  return sum;
}
const minus = (a, b) => ({ node: a.node - b.node, postgres: a.postgres - b.postgres });

/** Megabytes of node's processes; what they share counts once. */
const memoryOf = (root) =>
  processesBelow(root)
    .filter(({ isNode }) => isNode)
    .reduce((sum, { pid }) => sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) / 1024, 0);
