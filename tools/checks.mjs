/** Everything that is not a test, each one yes or no. What one printed is shown when it has ended. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./ensure.mjs";

const bin = (name) => join(ROOT, "node_modules", ".bin", name);
const node = process.execPath;

/** The longest first. */
const CHECKS = [
  ["tests compile", bin("tsc"), ["-p", "tsconfig.tests.json", "--checkers", "1"]],
  ["typed lint", bin("oxlint"), ["--type-aware", "packages", "apps", "tests"]],
  ["imports point down and never in a circle", bin("depcruise"), ["--config", ".dependency-cruiser.mjs", "packages", "apps"]],
  ["no dead code, nothing exported that no one imports", bin("knip"), ["--no-progress"]],
  ["formatted and linted", bin("biome"), ["check", "."]],
  ["lengths, styles, facts with one home", node, ["tools/code-rules.mjs"]],
  ["the sign-in page stays small", node, ["tools/first-bytes.mjs"]],
  ["documentation is up to date", node, ["tools/docs.mjs", "--check"]],
  ["the lock file is complete", node, ["tools/lock-is-complete.mjs"]],
  ["no test file costs twice what it did", node, ["tools/costs/check.mjs"]],
];
/** The compiler and the typed lint are Go programs: over all cores they do half of their work twice. */
const ONE_CORE_EACH = { GOMAXPROCS: "1", GOGC: "400" };

/** @param atOnce - how many run at a time. @returns how many passed and failed. */
export async function runChecks(atOnce) {
  const waiting = [...CHECKS];
  const failed = [];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) if (!(await passes(check))) failed.push(check[0]);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  for (const name of failed) console.log(`✗ ${name}`);
  return { passed: CHECKS.length - failed.length, failed: failed.length, failures: failed };
}

function passes([name, command, args]) {
  const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, ...ONE_CORE_EACH }, stdio: ["ignore", "pipe", "pipe"] });
  const printed = [];
  child.stdout.on("data", (bytes) => printed.push(bytes));
  child.stderr.on("data", (bytes) => printed.push(bytes));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      console.log(`\n▸ ${name}`);
      process.stdout.write(Buffer.concat(printed));
      resolve(code === 0);
    });
  });
}
