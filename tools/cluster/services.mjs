/** What runs on the machines: the files of packaging/cluster, filled in and started as docs/operations.md says. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../ensure.mjs";
import { giveAway, keepRunning, runOnce } from "./processes.mjs";

const TEMPLATES = join(ROOT, "packaging/cluster");
const SERVER = "apps/server/dist/main.js";
const POSTGRES = "/usr/lib/postgresql/15/bin";

/** Patroni's own values, and those of the recipe. */
export const TIMES = {
  patroni: { TTL: 30, LOOP_WAIT: 10, RETRY_TIMEOUT: 10 },
  recipe: { TTL: 12, LOOP_WAIT: 4, RETRY_TIMEOUT: 4 },
};
export const PEOPLE_PORT = 3080;

const secret = () => randomBytes(18).toString("base64url");

/** What the words in capitals stand for, on every machine. */
function commonWords({ machines, front, network }, times) {
  const addresses = machines.map(({ address }, at) => [`ADDRESS_${at + 1}`, address]);
  const passwords = ["PASSWORD_OF_POSTGRES", "PASSWORD_OF_REPLICATOR", "PASSWORD_OF_COFFER_APP", "PASSWORD_OF_COFFER", "SECRET_OF_COFFER"];
  const secrets = passwords.map((name) => [name, name === "SECRET_OF_COFFER" ? secret() + secret() : secret()]);
  return { ...Object.fromEntries([...addresses, ...secrets]), ...times, FRONT_ADDRESS: front, NETWORK: network, PEOPLE_PORT };
}

/** Longer names first: one may begin with another. */
function fill(name, words) {
  const names = Object.keys(words).sort((a, b) => b.length - a.length);
  return readFileSync(join(TEMPLATES, name), "utf8").replaceAll(new RegExp(names.join("|"), "g"), (word) => words[word]);
}

const readEnv = (text) => Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

/** @param scratch - the one folder of everything */
export function installServices(network, times, scratch) {
  const words = commonWords(network, times);
  const logs = join(scratch, "logs");
  mkdirSync(logs);
  const machines = network.machines.map((machine) => install(machine, words, scratch));
  writeFileSync(join(scratch, "haproxy.cfg"), fill("haproxy.cfg", words));
  writeFileSync(join(scratch, "roles.sql"), fill("roles.sql", words));
  giveAway(scratch);
  for (const machine of machines) addPrograms(machine, logs);
  const proxy = keepRunning({ name: "haproxy", words: ["haproxy", "-db", "-f", join(scratch, "haproxy.cfg")], isOwn: true }, logs);
  return { words, logs, machines, proxy };
}

function install(machine, common, scratch) {
  const folder = join(scratch, machine.name);
  mkdirSync(folder);
  const words = { ...common, NODE_NAME: machine.name, NODE_ADDRESS: machine.address, DATA_FOLDER: folder, CONFIG_FOLDER: folder };
  for (const name of ["etcd.yml", "patroni.yml", "pgbouncer.ini", "userlist.txt"]) writeFileSync(join(folder, name), fill(name, words));
  return { ...machine, folder, env: readEnv(fill("coffer.env", words)) };
}

function addPrograms(machine, logs) {
  const { name, folder, inside, env } = machine;
  for (const [program, file] of Object.entries({ etcd: "--config-file=etcd.yml", patroni: "patroni.yml", pgbouncer: "pgbouncer.ini" })) {
    const given = file.replace(/[\w-]+\.\w+$/, (last) => join(folder, last));
    machine[program] = keepRunning({ name: `${program}-${name}`, inside, words: [program, given], env: { HOME: folder } }, logs);
  }
  const data = join(folder, "coffer");
  machine.coffer = keepRunning(
    { name: `coffer-${name}`, inside, words: commandOf(ROOT), env: { ...env, DATA_DIR: data, NODE_ENV: "production" }, isOwn: true },
    logs,
  );
}

/** @param root - of a version of the product */
export const commandOf = (root) => [process.execPath, join(root, SERVER)];

/** The process of a machine's PostgreSQL; null where none runs. Patroni does not have it as a child. */
function postmasterOf({ folder }) {
  try {
    return Number(readFileSync(join(folder, "postgresql/postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return null;
  }
}

export function killPostgres(machine) {
  const pid = postmasterOf(machine);
  try {
    if (pid !== null) process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

/** Makes the roles and the database of Coffer. */
export function makeRoles({ address, inside }, scratch, { PASSWORD_OF_POSTGRES: PGPASSWORD }) {
  const words = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", address, "-U", "postgres", "-f", join(scratch, "roles.sql")];
  runOnce(inside, words, { env: { PATH: process.env.PATH, PGPASSWORD } });
}

/** What the recipe is about, in the versions of this machine. */
export const versions = () => {
  const said = (program, ...words) => execFileSync(program, words, { encoding: "utf8" }).split("\n")[0];
  return [
    said(`${POSTGRES}/postgres`, "--version"),
    said("patroni", "--version"),
    said("etcd", "--version"),
    said("pgbouncer", "--version"),
    said("haproxy", "-v"),
  ];
};
