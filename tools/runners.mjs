/** Runs vitest, Playwright or a script, and counts what came of it. A runner that ends without a report has failed, whatever its status says. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { cpuOfMachine } from "./costs/cpu.mjs";
import { ROOT } from "./ensure.mjs";

export const CACHE = join(ROOT, ".cache");
const bin = (name) => join(ROOT, "node_modules", ".bin", name);
const children = new Set();

/** Ends what runs: a suite that is stopped leaves nothing behind. */
export const stopChildren = () => {
  for (const child of children) child.kill("SIGTERM");
};

/** @param isInGaps - another runner prints meanwhile: what this one says is printed when it has ended. @returns whether it ended with 0 */
function run(command, args, env, isInGaps = false) {
  const out = isInGaps ? "pipe" : "inherit";
  const child = spawn(command, args, { cwd: ROOT, stdio: ["ignore", out, out], env: { ...process.env, ...env } });
  children.add(child);
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (bytes) => printed.push(bytes));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      children.delete(child);
      process.stdout.write(Buffer.concat(printed));
      resolve(code === 0);
    });
  });
}

/** Adds seconds, and CPU seconds of the whole machine, to what `work` came to. */
export async function measured(work) {
  const [began, cpu] = [Date.now(), cpuOfMachine()];
  const result = await work();
  return { ...result, seconds: (Date.now() - began) / 1000, cpu: cpuOfMachine() - cpu };
}

function readReport(path, read, isOk) {
  if (!existsSync(path)) return { passed: 0, failed: 1, failures: [`no report at ${relative(ROOT, path)}`] };
  const counted = read(JSON.parse(readFileSync(path, "utf8")));
  const isSilent = !isOk && counted.failed === 0 && counted.skipped === 0;
  return isSilent
    ? { ...counted, failed: 1, failures: [`${relative(ROOT, path)} knows of none, and the runner ended with an error`] }
    : counted;
}

/** Of what a runner says of a failure: the lines that say what was expected, without the stack and the colours. */
const SHOWN_LINES = 6;
const briefly = (message = "") =>
  stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s+at /.test(line))
    .slice(0, SHOWN_LINES)
    .map((line) => `    ${line}`)
    .join("\n");

const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {});

function freshFiles(name) {
  mkdirSync(CACHE, { recursive: true });
  const files = { report: join(CACHE, `${name}.json`), costs: join(CACHE, `${name}-costs.json`) };
  for (const path of Object.values(files)) rmSync(path, { force: true });
  return files;
}

/** @param name - of the report in .cache; @param isWhole - every case, also those that `npm test` leaves out */
export async function runVitest(name, projects, isWhole) {
  const { report, costs } = freshFiles(name);
  const isOk = await run(bin("vitest"), ["run", ...projects.flatMap((project) => ["--project", project])], {
    COFFER_REPORT: report,
    COFFER_COSTS: costs,
    TEST_ALL: isWhole ? "1" : "",
  });
  return { ...readReport(report, readVitest, isOk), costs: readJson(costs) };
}

export const readVitest = ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) => ({
  passed: numPassedTests,
  // A file that does not even load has no tests that could fail.
  failed:
    numFailedTests + testResults.filter(({ status, assertionResults }) => status === "failed" && assertionResults.length === 0).length,
  skipped: numPendingTests + numTodoTests,
  failures: testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name);
    if (status === "failed" && assertionResults.length === 0) return [`${file}\n${briefly(message)}`];
    const failed = assertionResults.filter((result) => result.status === "failed");
    return failed.map(({ fullName, failureMessages }) => `${file} ${fullName}\n${briefly(failureMessages[0])}`);
  }),
});

/** Of a suite of Playwright's report and those in it: the tests that ended like this, with what their first try said. "flaky": passed at the second. */
const endedAs = (ended, { file, suites = [], specs = [] }) => [
  ...specs.flatMap(({ line, title, tests }) =>
    tests
      .filter(({ status }) => status === ended)
      .map(({ results }) => `${file}:${line} ${title}\n${briefly(results.find(({ error }) => error)?.error.message)}`),
  ),
  ...suites.flatMap((suite) => endedAs(ended, suite)),
];

/** @param isInGaps - in the gaps of another runner: one journey at a time. @param args - more for Playwright */
export async function runPlaywright(name, projects, isWhole, { isInGaps = false, args = [] } = {}) {
  const { report, costs } = freshFiles(name);
  const all = ["test", ...projects.flatMap((project) => ["--project", project]), ...(isInGaps ? ["--workers", "1"] : []), ...args];
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, COFFER_COSTS: costs, TEST_ALL: isWhole ? "1" : "" };
  const isOk = await run(bin("playwright"), all, env, isInGaps);
  return { ...readReport(report, readPlaywright, isOk), costs: readJson(costs) };
}

export const readPlaywright = ({ stats, suites }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  skipped: stats.skipped,
  failures: suites.flatMap((suite) => endedAs("unexpected", suite)),
  flaky: suites.flatMap((suite) => endedAs("flaky", suite)),
});

export async function runScript(args) {
  const isOk = await run(process.execPath, args, { TEST_ALL: "1" });
  return { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, failures: isOk ? [] : [args.join(" ")] };
}
