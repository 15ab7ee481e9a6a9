/**
 * `npm run cluster`: PostgreSQL under Patroni and etcd, PgBouncer, HAProxy and three Coffer servers on three machines of this one, people who save all the time, and
 * everything that goes wrong. `-- --failovers 20` for so many, `--times patroni` for its own times, `--only killed,cut` for these events, `--people 20`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ROOT } from "../ensure.mjs";
import { makeAccounts, signIn } from "./accounts.mjs";
import { EVENTS } from "./events.mjs";
import { figuresOf } from "./figures.mjs";
import { openMachines } from "./machines.mjs";
import { installPackages } from "./packages.mjs";
import { readBack, startPeople } from "./people.mjs";
import { endAll, giveAway } from "./processes.mjs";
import { printReport } from "./report.mjs";
import { installServices, killPostgres, makeRoles, PEOPLE_PORT, TIMES, versions } from "./services.mjs";
import { primaryOf, untilPrimary, untilWhole } from "./state.mjs";

const { values } = parseArgs({
  options: {
    failovers: { type: "string", default: "2" },
    times: { type: "string", default: "recipe" },
    people: { type: "string", default: "10" },
    only: { type: "string", default: Object.keys(EVENTS).join() },
    keep: { type: "boolean", default: false },
  },
});
const ORIGIN = `http://localhost:${PEOPLE_PORT}`;
/** Before and after an event, so that it is seen among saves that nothing disturbs. */
const CALM_MS = 3_000;

const say = (text) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

async function startCluster(network, scratch) {
  const services = installServices(network, TIMES[values.times], scratch);
  const { machines, words, proxy } = services;
  for (const program of ["etcd", "patroni", "pgbouncer"]) for (const machine of machines) machine[program].start();
  await untilPrimary(machines);
  makeRoles(await primaryOf(machines), scratch, words);
  proxy.start();
  for (const { coffer } of machines) coffer.start();
  await untilWhole(machines);
  return { ...services, scratch, root: ROOT };
}

/** What takes machines that can be cut off from each other. */
const untriedOf = ({ isApart }) => values.only.split(",").filter((name) => !isApart && EVENTS[name].needsCables);

/** The order: each kind once, failovers in turn as often as asked for, the upgrade at the end. */
function eventsOf({ isApart }) {
  const wanted = values.only.split(",").filter((name) => !untriedOf({ isApart }).includes(name));
  const failovers = wanted.filter((name) => EVENTS[name].isFailover);
  const many = failovers.length === 0 ? [] : Array.from({ length: Number(values.failovers) }, (_, at) => failovers[at % failovers.length]);
  const once = wanted.filter((name) => !EVENTS[name].isFailover && name !== "upgrade");
  return [...once, ...many, ...wanted.filter((name) => name === "upgrade")];
}

async function happen(name, cluster, people) {
  const { title, run } = EVENTS[name];
  const calm = Date.now();
  await sleep(CALM_MS);
  const from = Date.now();
  await run(cluster);
  await untilWhole(cluster.machines);
  await untilAllHaveSaved(people);
  const figures = figuresOf(people.record, { calm, from, until: Date.now() });
  say(`${title}: ${figures.gap} s without a save (${figures.calm} before), ${figures.wait} s for one person`);
  return { name, ...figures };
}

async function untilAllHaveSaved({ record, count }) {
  const from = Date.now();
  while (new Set(record.saves.filter(({ began }) => began > from).map(({ email }) => email)).size < count) await sleep(100);
}

/** @returns whether it did not come back from one: what was acknowledged is read back all the same */
async function happenAll(names, happened, cluster, people) {
  try {
    for (const name of names) happened.push(await happen(name, cluster, people));
    return false;
  } catch (error) {
    say(error.message);
    return true;
  }
}

async function tryEverything(network, scratch) {
  const cluster = await startCluster(network, scratch);
  say("Everything runs.");
  const emails = await makeAccounts(ORIGIN, cluster.machines[0].env.DATABASE_OWNER_URL, Number(values.people));
  const devices = new Map();
  for (const email of emails) devices.set(email, await signIn(ORIGIN, email));
  const people = startPeople(devices);
  const happened = [];
  const stuck = await happenAll(eventsOf(network), happened, cluster, people);
  const found = await readBack(ORIGIN, await people.stop());
  return printReport({
    happened,
    untried: untriedOf(network),
    stuck,
    found,
    record: people.record,
    logs: cluster.logs,
    times: values.times,
    versions: versions(),
    isApart: network.isApart,
  });
}

async function main() {
  installPackages();
  const scratch = mkdtempSync(join(tmpdir(), "coffer-cluster-"));
  giveAway(scratch);
  const network = openMachines();
  const close = async () => {
    await endAll();
    for (const { name } of network.machines) killPostgres({ folder: join(scratch, name) });
    network.close();
    if (!values.keep) rmSync(scratch, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void close().then(() => process.exit(1)));
  try {
    process.exitCode = (await tryEverything(network, scratch)) ? 0 : 1;
  } finally {
    await close();
  }
}

await main();
process.exit();
