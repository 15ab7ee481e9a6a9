/**
 * `npm run bench -- pull`: what full pulls of 1,000 items cost the real server, and how long they take when 200 come at once. The server runs as a
 * process of its own, on the bundled database; its CPU is what the kernel counted for it and for the processes it started, PostgreSQL apart.
 */
import { Agent, get } from "node:http";
import { availableParallelism } from "node:os";
import { median } from "./measure.mjs";
import { cpuOf, cpuOfServer, memoryOfNode, startServer } from "./server.mjs";
import { newAccount, sessionOf } from "./world.mjs";

const PULL = "/api/vault/all-items-data";
const ITEMS = 1_000;
const ONE_BY_ONE = 30;
const AT_ONCE = 200;
/** Several accounts: one may not read more than two at a time. */
const ACCOUNTS = 8;

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
    await server.stop();
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

async function measureOneByOne({ pid, url }, tokens, copyMs) {
  for (const encoding of ["br", "gzip", "identity"]) {
    await pull(url, tokens[0], encoding);
    const before = cpuOfServer(pid);
    const times = [];
    let bytes = 0;
    for (let at = 0; at < ONE_BY_ONE; at++) {
      const began = performance.now();
      bytes = await pull(url, tokens[at % ACCOUNTS], encoding);
      times.push(performance.now() - began);
    }
    const { node, postgres } = minus(cpuOfServer(pid), before);
    console.log(
      `${encoding}: ${(bytes / 1000).toFixed(0)} kB, ${median(times).toFixed(1)} ms each; CPU of a pull of ${ITEMS}: node ${(node / ONE_BY_ONE).toFixed(1)} ms, PostgreSQL ${(postgres / ONE_BY_ONE).toFixed(1)} ms; the bare COPY of its rows: ${copyMs.toFixed(1)} ms`,
    );
  }
}

async function measureAtOnce({ pid, url }, tokens) {
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, memoryOfNode(pid));
  }, 200);
  const idle = memoryOfNode(pid);
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

const minus = (a, b) => ({ node: a.node - b.node, postgres: a.postgres - b.postgres });
