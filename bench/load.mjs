/**
 * `npm run bench -- load`: connected devices of people who do a little of everything, for ten minutes, against the real server on the bundled database, with memory, handles and
 * connections of each of its processes. `--minutes 10`, `--devices 200`, `--pause 20` (seconds between two acts of one device). In the end all is read back.
 */
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { findRunning } from "../apps/server/dist/db/find-running.js";
import { live, openDevice } from "./load-devices.mjs";
import { DATABASE, lineOf, printLoad } from "./load-report.mjs";
import { createSaves, createTally } from "./load-tally.mjs";
import { cpuOf, memoryOf, processesBelow, startServer } from "./server.mjs";
import { shareKeys } from "./shared-keys.mjs";
import { newAccount } from "./world.mjs";

const { Client } = createRequire(new URL("../apps/server/package.json", import.meta.url))("pg");

const [ITEMS, DEVICES_OF_ONE] = [50, 5];
const LOOK_EVERY_MS = 5_000;
/** A line is printed for every so many looks: half a minute. */
const LOOKS_A_LINE = 6;
/** The server keeps a connection open for 72 seconds after a call. */
const REST_MS = 80_000;
/** Accounts that are made, and devices that sign in, at the same time. */
const AT_ONCE = 6;
/** A change that no one has after so long is not waited for. */
const FORGET_MS = 60_000;

/** @returns whether anything failed, was lost, or grew */
export async function measureLoad(world, { minutes, devices: count, pause }) {
  const began = performance.now();
  shareKeys();
  const accounts = await makeAccounts(world, Math.ceil(count / DEVICES_OF_ONE));
  await world.close();
  const server = await startServer(world.dataDir, { TRUSTED_PROXY: "127.0.0.1" });
  const tally = createTally();
  const postgres = await connectTo(server);
  try {
    const before = await look(server, postgres);
    const devices = await openAll(server.url, accounts, count, tally);
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    console.log(`${devices.length} devices of ${accounts.length} accounts are connected after ${seconds} s; ${minutes} minutes begin.`);
    const looks = await liveAll(server, postgres, devices, { minutes, pauseMs: pause * 1_000, tally });
    console.log("All have left; it is looked at once more when no connection waits for a caller to come back.");
    await sleep(REST_MS);
    const atRest = await look(server, postgres);
    const delays = accounts.flatMap(({ saves }) => saves.delays);
    return printLoad({ looks, before, atRest, tally, delays, log: server.said(), found: await readBack(server.url, accounts) });
  } finally {
    await postgres.end();
    await server.stop();
  }
}

/** Every two of them share a vault. */
async function makeAccounts(world, count) {
  const accounts = await severalAtOnce(count, async (at) => {
    const { device, email, password } = await newAccount(world, ITEMS, `load-${at}`);
    return { device, account: { email, password, sharedId: null, saves: createSaves() } };
  });
  await severalAtOnce(Math.floor(count / 2), async (pair) => {
    const [before, { device, account }] = accounts.slice(pair * 2);
    const { id } = await device.client.vault.createVault({ name: "Shared", description: "" });
    await device.client.sharing.share({ id, email: before.account.email, permission: "write", expiresAt: null });
    before.account.sharedId = account.sharedId = id;
  });
  await severalAtOnce(count, (at) => accounts[at].device.client.account.logout());
  return accounts.map(({ account }) => account);
}

const openAll = (origin, accounts, count, tally) =>
  severalAtOnce(count, (at) => openDevice({ origin, account: accounts[at % accounts.length], at, tally }));

/** @returns what `work` came to for each number below `count` */
async function severalAtOnce(count, work) {
  const results = [];
  let next = 0;
  const workOff = async () => {
    while (next < count) {
      const at = next++;
      results[at] = await work(at);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
  return results;
}

async function connectTo({ dataDir }) {
  const { socketDir, user, database } = await findRunning(dataDir);
  const postgres = new Client({ host: socketDir, user, database });
  await postgres.connect();
  return postgres;
}

async function liveAll(server, postgres, devices, { minutes, pauseMs, tally }) {
  const looks = [await look(server, postgres)];
  const endsAt = performance.now() + minutes * 60_000;
  const isOver = () => performance.now() > endsAt;
  const living = devices.map((device) => live(device, pauseMs, isOver));
  while (!isOver()) {
    await sleep(LOOK_EVERY_MS);
    looks.push(await look(server, postgres));
    if (looks.length % LOOKS_A_LINE === 1) console.log(lineOf(looks, tally));
    for (const { account } of devices) account.saves.forget(FORGET_MS);
  }
  await Promise.all(living);
  return looks;
}

const nameOf = (pid, root, isNode) => (isNode ? (pid === root ? "first process" : `worker ${pid}`) : DATABASE);

/** What the processes hold at this moment, those of PostgreSQL together. */
async function look({ pid: root }, postgres) {
  const groups = new Map();
  for (const { pid, isNode } of processesBelow(root)) {
    try {
      const name = nameOf(pid, root, isNode);
      const { mb = 0, handles = 0, cpu = 0 } = groups.get(name) ?? {};
      groups.set(name, { mb: mb + memoryOf(pid), handles: handles + readdirSync(`/proc/${pid}/fd`).length, cpu: cpu + cpuOf(pid) });
    } catch {
      // It has just ended.
    }
  }
  const { rows } = await postgres.query("select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'");
  return { at: Date.now(), groups, connections: rows[0].count - 1, own: process.cpuUsage() };
}

/** On devices that have seen nothing. */
async function readBack(origin, accounts) {
  const found = { kept: 0, lost: 0, more: 0 };
  for (const [at, account] of accounts.entries()) {
    const { client, unwatch } = await openDevice({ origin, account, at: 1_000 + at, tally: createTally() });
    unwatch();
    const here = new Set(client.vault.contents().items.map(({ id }) => id));
    found.kept += account.saves.kept.size;
    found.lost += [...account.saves.kept].filter((id) => !here.has(id)).length;
    found.more += [...account.saves.removed].filter((id) => here.has(id)).length;
  }
  return found;
}
