/** Runs rows in a process of their own. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../tools/ensure.mjs";

/**
 * @param about - `without`: the countermeasure that is removed; then it ends with the first row that fails. `named`: what the names of the rows must match, as a regular expression.
 * `lane`: of those that run at the same time
 * @returns what each row came to. @throws Error when the suite did not even begin
 */
export async function play({ without, named, lane = 0 } = {}) {
  const report = join(ROOT, ".cache", `evil-${lane}.json`);
  rmSync(report, { force: true });
  const args = ["run", "--project", "evil", "tests/evil/evil.test.ts", "--reporter=json", `--outputFile=${report}`];
  if (named) args.push("-t", named);
  if (without) args.push("--bail=1");
  const env = { ...process.env, TEST_ALL: "1", ...(without && { EVIL_WITHOUT: without }) };
  const said = await end(spawn(join(ROOT, "node_modules/.bin/vitest"), args, { cwd: ROOT, env, stdio: ["ignore", "ignore", "pipe"] }));
  if (!existsSync(report)) throw new Error(`The suite did not run: ${said}`);
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  return testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === "passed" || status === "failed");
}

/** @returns what it has said of errors */
const end = (child) =>
  new Promise((resolve, reject) => {
    let said = "";
    child.stderr.on("data", (data) => {
      said = `${said}${data}`.slice(-10_000);
    });
    child.on("error", reject);
    child.on("close", () => resolve(said));
  });
