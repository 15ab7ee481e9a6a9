/**
 * `npm run evil`: replays every row and prints what the server did, what the client did, and whether it held. `--without NAME` removes one countermeasure;
 * `--necessity` removes each in turn, or those of one group of rows (`--necessity teams`), and fails if no row notices; `--from NAME` goes on there. `--list` names them.
 * `--colleague 10000 --seed 7` plays so many calls of an evil colleague; `--from 2500` leaves out the first, `--all` goes on after a finding and tells one of each kind.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, ROOT } from "../../tools/ensure.mjs";
import { removeEach } from "./necessity.mjs";
import { play } from "./play-rows.mjs";

function print(results) {
  for (const { status, meta, fullName, failureMessages } of results) {
    console.log(
      `${status === "passed" ? "held  " : "FAILED"}  ${meta.attack?.padEnd(14) ?? ""} ${meta.does ?? fullName}\n          → ${meta.answer ?? ""}`,
    );
    for (const message of failureMessages ?? []) console.log(`          ${message.split("\n")[0]}`);
  }
  const failed = results.filter(({ status }) => status === "failed").length;
  console.log(`\n${results.length - failed} held, ${failed} failed`);
  return failed;
}

async function tables() {
  const { createServer } = await import("vite");
  const server = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    server: { middlewareMode: true, ws: false },
    appType: "custom",
  });
  try {
    const [{ COUNTERMEASURES }, { PENDING_ATTACKS }] = await Promise.all([
      server.ssrLoadModule("/tests/evil/countermeasures.ts"),
      server.ssrLoadModule("/tests/evil/pending-attacks.ts"),
    ]);
    return { COUNTERMEASURES, PENDING_ATTACKS };
  } finally {
    await server.close();
  }
}

/** @returns the status of the run; it prints what it finds */
function colleague(count, words) {
  const after = (word, other) => (words.includes(word) ? words[words.indexOf(word) + 1] : other);
  const numbers = { EVIL_CALLS: count, EVIL_SEED: after("--seed", "1"), EVIL_FROM: after("--from", "0") };
  const env = { ...process.env, ...numbers, EVIL_ALL: words.includes("--all") ? "1" : "" };
  const args = ["run", "--project", "evil", "tests/evil/generated"];
  return spawnSync(join(ROOT, "node_modules/.bin/vitest"), args, { cwd: ROOT, env, stdio: "inherit" }).status;
}

ensureInstalled();
ensureBuilt();
const { COUNTERMEASURES, PENDING_ATTACKS } = await tables();
const [option, name] = process.argv.slice(2);
if (option === "--list") for (const one of Object.keys(COUNTERMEASURES)) console.log(one);
else if (option === "--necessity")
  process.exitCode = (await removeEach(COUNTERMEASURES, process.argv.slice(3), (line) => console.log(line))) > 0 ? 1 : 0;
else if (option === "--colleague") process.exitCode = colleague(name ?? "10000", process.argv.slice(4));
else {
  if (option === "--without" && !COUNTERMEASURES[name]) throw new Error(`There is no countermeasure "${name}"; see --list`);
  process.exitCode = print(await play({ without: name })) > 0 ? 1 : 0;
  for (const { attack, about, triedBy } of PENDING_ATTACKS)
    console.log(`no row  ${attack.padEnd(14)} ${about} (${triedBy ?? "not tried"})`);
}
