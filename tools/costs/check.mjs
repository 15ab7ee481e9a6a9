/** Holds test files to what tests/costs.tsv says they cost. `--write` takes over what the last `npm test` measured and keeps the reasons. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../ensure.mjs";
import { readTable, tooCostly, writeTable } from "./table.mjs";

const TABLE = join(ROOT, "tests/costs.tsv");
/** The last run and the one before: once, a file may cost more by the neighbours it had. */
const [LAST, BEFORE] = [".cache/costs.json", ".cache/costs-before.json"].map((path) => join(ROOT, path));
const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {});
const table = existsSync(TABLE) ? readTable(readFileSync(TABLE, "utf8")) : new Map();
const [last, before] = [read(LAST), read(BEFORE)];
const costs = Object.fromEntries(Object.entries(last).filter(([file]) => existsSync(join(ROOT, file))));

if (process.argv[2] === "--write") {
  const rows = Object.entries(costs).map(([file, cost]) => [file, { cost, reason: table.get(file)?.reason ?? "" }]);
  writeFileSync(TABLE, writeTable(new Map(rows)));
} else {
  const least = Object.fromEntries(Object.entries(costs).map(([file, cost]) => [file, Math.min(cost, before[file] ?? cost)]));
  const wrong = tooCostly(table, least);
  for (const line of wrong) console.error(line);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
