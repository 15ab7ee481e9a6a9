/** Says which optional packages the lock file names but does not hold: `npm ci` fails for them on a fresh clone, and only there. */
import { readFileSync } from "node:fs";

const { packages } = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"));
const held = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)));
const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies)
    .filter((name) => !held.has(name))
    .map((name) => `${path || "the project"} wants ${name}`),
);
if (missing.length > 0) {
  console.error(`The lock file is incomplete:\n  ${missing.join("\n  ")}`);
  process.exit(1);
}
