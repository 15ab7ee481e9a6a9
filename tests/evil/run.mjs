/**
 * `npm run evil`: replays every row and prints what the server did, what the client did, and whether it held. `--without NAME` removes one countermeasure;
 * `--necessity` removes each in turn, or those of one group of rows (`--necessity teams`), and fails if no row notices; `--from NAME` goes on there. `--list` names them.
 * `--colleague 10000 --seed 7` plays so many calls of an evil colleague; `--from 2500` leaves out the first, `--all` goes on after a finding and tells one of each kind.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, ROOT } from "../../tools/ensure.mjs";

const REPORT = join(ROOT, ".cache", "evil.json");

/** @returns what each row came to; empty when the suite did not even begin. */
function play({ without, group } = {}) {
  rmSync(REPORT, { force: true });
  const args = ["run", "--project", "evil", "tests/evil/evil.test.ts", "--reporter=json", `--outputFile=${REPORT}`];
  if (group) args.push("-t", group);
  if (without) args.push("--bail=1");
  const env = { ...process.env, TEST_ALL: "1", ...(without && { EVIL_WITHOUT: without }) };
  const { stderr } = spawnSync(join(ROOT, "node_modules/.bin/vitest"), args, { cwd: ROOT, env, encoding: "utf8", maxBuffer: 1 << 28 });
  if (!existsSync(REPORT)) throw new Error(`The suite did not run: ${stderr}`);
  const { testResults } = JSON.parse(readFileSync(REPORT, "utf8"));
  return testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === "passed" || status === "failed");
}

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

/** @returns `[name, countermeasure]` of those that are removed in this run. @throws when there are none. */
function toRemove(all, words) {
  const group = words[0]?.startsWith("--") ? undefined : words[0];
  const first = words.includes("--from") ? words[words.indexOf("--from") + 1] : undefined;
  const names = Object.keys(all);
  const asked = Object.entries(all).slice(first === undefined ? 0 : names.indexOf(first));
  const found =
    first === undefined || names.includes(first) ? asked.filter(([, { noticedBy }]) => group === undefined || noticedBy === group) : [];
  if (found.length === 0) throw new Error(`No countermeasure is named "${words.join(" ")}"`);
  return found;
}

async function necessity(all, words) {
  const removed = toRemove(all, words);
  const idle = [];
  for (const [name, { noticedBy }] of removed) {
    const noticed = play({ without: name, group: noticedBy }).filter(({ status }) => status === "failed");
    console.log(`${noticed.length > 0 ? "noticed" : "MISSED "}  ${name.padEnd(36)} ${noticed[0]?.title ?? ""}`);
    if (noticed.length === 0) idle.push(name);
  }
  console.log(
    `\n${removed.length - idle.length} of ${removed.length} countermeasures are necessary${idle.length > 0 ? `; not noticed: ${idle.join(", ")}` : ""}`,
  );
  return idle.length;
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
else if (option === "--necessity") process.exitCode = (await necessity(COUNTERMEASURES, process.argv.slice(3))) > 0 ? 1 : 0;
else if (option === "--colleague") process.exitCode = colleague(name ?? "10000", process.argv.slice(4));
else {
  if (option === "--without" && !COUNTERMEASURES[name]) throw new Error(`There is no countermeasure "${name}"; see --list`);
  process.exitCode = print(play({ without: name })) > 0 ? 1 : 0;
  for (const { attack, about, triedBy } of PENDING_ATTACKS)
    console.log(`no row  ${attack.padEnd(14)} ${about} (${triedBy ?? "not tried"})`);
}
