/** Programs that are started again when they end, as a service manager does it, and that end with this process. */
import { spawn, spawnSync } from "node:child_process";
import { openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** PostgreSQL and Patroni refuse to run as root. */
const ACCOUNT = "postgres";
const isRoot = process.getuid() === 0;
/** What a program runs as; it is killed when this process ends in any way. */
const asAccount = (isOwn) => [
  "setpriv",
  "--pdeathsig=KILL",
  ...(isRoot && !isOwn ? [`--reuid=${ACCOUNT}`, `--regid=${ACCOUNT}`, "--init-groups"] : []),
];

/** Gives a folder to the account of the programs. */
export function giveAway(folder) {
  if (isRoot) spawnSync("chown", ["-R", ACCOUNT, folder]);
}

/** @param inside - the words that run a command on a machine */
export function runOnce(inside, words, options = {}) {
  const [program, ...rest] = [...inside, ...asAccount(false), ...words];
  const { status, stdout, stderr } = spawnSync(program, rest, { encoding: "utf8", cwd: "/", ...options });
  if (status !== 0) throw new Error(`${words[0]}: ${stderr || stdout}`);
  return stdout;
}

const AGAIN_AFTER_MS = 1_000;
const all = [];

/** @param service - `isOwn`: runs as the account of this process */
export function keepRunning({ name, inside = [], words, env = {}, isOwn = false }, logs) {
  let [child, ended, isWanted, current] = [null, Promise.resolve(), false, words];
  const log = openSync(join(logs, `${name}.log`), "a");
  const start = () => {
    isWanted = true;
    const [program, ...rest] = [...inside, ...asAccount(isOwn), ...current];
    child = spawn(program, rest, { cwd: "/", env: { PATH: process.env.PATH, ...env }, stdio: ["ignore", log, log] });
    ended = new Promise((resolve) => child.once("exit", resolve));
    void ended.then(async () => {
      await sleep(AGAIN_AFTER_MS);
      if (isWanted && (child.exitCode !== null || child.signalCode !== null)) start();
    });
  };
  const end = (signal) => {
    child?.kill(signal);
    return ended;
  };
  const program = {
    name,
    start,
    /** It comes back by itself. */
    kill: () => end("SIGKILL"),
    /** It stays away until it is started. */
    stop: (signal = "SIGTERM") => {
      isWanted = false;
      return end(signal);
    },
    /** Another version, from the next start on. */
    become: (next) => {
      current = next;
    },
  };
  all.push(program);
  return program;
}

export const endAll = () => Promise.all(all.map(({ stop }) => stop("SIGKILL")));
