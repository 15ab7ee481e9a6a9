/** What happens to the cluster: each event begins when everything runs, and ends when everything runs again. */
import { setTimeout as sleep } from "node:timers/promises";
import { upgradeTo } from "./next-version.mjs";
import { commandOf, killPostgres } from "./services.mjs";
import { etcdLeaderOf, isReady, primaryOf, until, untilPrimary } from "./state.mjs";

/** A person on duty would need longer; the cluster must do without the program until then. */
const AWAY_MS = 10_000;
let turn = 0;
const inTurn = (machines) => machines[turn++ % machines.length];
const others = (machines, one) => machines.filter((machine) => machine !== one);

async function killServer({ machines }) {
  await inTurn(machines).coffer.kill();
}

async function killPooler({ machines }) {
  await (await primaryOf(machines)).pgbouncer.kill();
}

async function killEtcdLeader({ machines }) {
  const { etcd } = await etcdLeaderOf(machines);
  await etcd.stop("SIGKILL");
  await sleep(AWAY_MS);
  etcd.start();
}

/** Its PostgreSQL and what watches over it, as when a machine's memory is gone. It comes back as a standby. */
async function killPrimary({ machines }) {
  const primary = await primaryOf(machines);
  void primary.patroni.stop("SIGKILL");
  killPostgres(primary);
  await untilPrimary(others(machines, primary));
  primary.patroni.start();
}

/** PostgreSQL alone. Patroni starts it again on the spot. */
async function killPostmaster({ machines }) {
  killPostgres(await primaryOf(machines));
  await sleep(1_000);
  await untilPrimary(machines);
}

/** The whole machine loses the others: its etcd, PostgreSQL, pooler and Coffer. */
async function cutOffPrimary({ machines }) {
  const primary = await primaryOf(machines);
  primary.cut();
  await untilPrimary(others(machines, primary));
  await sleep(AWAY_MS);
  primary.heal();
}

async function switchOver({ machines }) {
  const { name, address } = await primaryOf(machines);
  const options = { method: "POST", body: JSON.stringify({ leader: name }) };
  const response = await fetch(`http://${address}:8008/switchover`, options);
  if (!response.ok) throw new Error(`Switchover: ${await response.text()}`);
}

/** As a service manager restarts it, the next one when this one is ready. @param words - the command of a version */
async function restartEach({ machines }, words) {
  for (const machine of machines) {
    const { coffer } = machine;
    await coffer.stop("SIGTERM");
    coffer.become(words);
    coffer.start();
    await until("a server is ready", () => isReady(machine));
  }
}

const restartServers = (cluster) => restartEach(cluster, commandOf(cluster.root));
const upgradeServers = async (cluster) => restartEach(cluster, commandOf(upgradeTo(cluster)));

/** `most`: seconds without a save that was answered. */
export const EVENTS = {
  server: { title: "a Coffer server is killed", run: killServer, most: 0.5 },
  pooler: { title: "the primary's pooler is killed", run: killPooler, most: 20 },
  etcd: { title: "the leader of etcd is killed", run: killEtcdLeader, most: 20 },
  postmaster: { title: "PostgreSQL of the primary is killed, its Patroni lives", run: killPostmaster, most: 20 },
  switchover: { title: "the primary changes as planned", run: switchOver, most: 3 },
  restart: { title: "the servers are restarted one by one", run: restartServers, most: 3 },
  killed: { title: "failover: primary and Patroni are killed", run: killPrimary, most: 20, isFailover: true },
  cut: { title: "failover: the primary's machine is cut off", run: cutOffPrimary, most: 20, isFailover: true, needsCables: true },
  upgrade: { title: "the servers are upgraded one by one, across a migration", run: upgradeServers, most: 3 },
};
