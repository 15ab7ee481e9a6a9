/**
 * Makes sure that what a command needs is there: dependencies as the lock file says, and a build of the sources as they are.
 * Needs nothing but Node, so that it runs on a fresh clone. Does nothing when nothing changed.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
const STAMPS = join(ROOT, "node_modules", ".coffer");
/** Says for which sources the product is built. */
export const BUILT_STAMP = join(STAMPS, "built");
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Runs a command in the project's folder and ends the process with its status when it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: "inherit", ...options });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** One hash over names, sizes and contents of files, so that a changed, added or removed file shows. */
function hashOf(paths) {
  const hash = createHash("sha256").update(process.version);
  for (const path of paths.flatMap(filesBelow).sort())
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  return hash.digest("hex");
}

function filesBelow(path) {
  const full = join(ROOT, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full)
    .filter((name) => name !== "node_modules" && name !== "dist" && !name.endsWith(".tsbuildinfo"))
    .flatMap((name) => filesBelow(join(path, name)));
}

/** Runs `work` unless it was done for exactly these inputs and its results are still there. Looks before it writes: an up-to-date folder may belong to another account. */
function once(name, inputs, results, work) {
  const stamp = join(STAMPS, name);
  const isDone = (wanted) =>
    existsSync(stamp) && readFileSync(stamp, "utf8") === wanted && results.every((path) => existsSync(join(ROOT, path)));
  if (isDone(hashOf(inputs))) return;
  exclusively(() => {
    // Another may have done it while we waited.
    const wanted = hashOf(inputs);
    if (isDone(wanted)) return;
    work();
    mkdirSync(STAMPS, { recursive: true });
    writeFileSync(stamp, wanted);
  });
}

/** Not on the standard output, which some commands read. */
const say = (message) => console.error(message);

function refuse(message) {
  console.error(message);
  process.exit(1);
}

/** Two starts at once must not install into the same folder. The lock names its holder, so a killed one blocks no one. */
function exclusively(work) {
  const lock = join(ROOT, ".cache", "ensure.lock");
  const release = () => rmSync(lock, { force: true });
  try {
    mkdirSync(join(ROOT, ".cache"), { recursive: true });
    while (!take(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    process.once("exit", release);
    work();
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(error.code)) throw error;
    refuse(
      `There is something to install or build, and this account may not write into ${ROOT}: do it as the account that owns the folder.`,
    );
  }
  process.removeListener("exit", release);
  release();
}

/** Each locks descriptor 3; exit code 1 says that another has it (apps/server/src/db/folder-lock.ts). */
const LOCKERS = [
  ["flock", "-x", "-n", "3"],
  ["perl", "-e", 'open(my $f, "+<&=", 3) or exit 2; exit(flock($f, 6) ? 0 : 1)'],
];

/** A running server loads parts of itself when it needs them, and each server holds a lock while it lives (apps/server/src/installation-lock.ts). */
function whileNoServerRuns(work) {
  const fd = openSync(join(ROOT, ".cache", "servers.lock"), "a+", 0o600);
  const results = LOCKERS.map(([program, ...options]) => spawnSync(program, options, { stdio: ["ignore", "ignore", "ignore", fd] }));
  if (results.some(({ status }) => status === 1))
    refuse("A Coffer server is running from this folder, and installing would take away what it is made of: stop it first.");
  work();
  closeSync(fd);
}

/** @returns whether the lock is ours now. */
function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (!isAlive(Number(readFileSync(lock, "utf8")))) rmSync(lock, { force: true });
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

export function ensureInstalled() {
  once("installed", ["package-lock.json", "package.json"], ["node_modules/.package-lock.json"], () =>
    whileNoServerRuns(() => {
      say("Installing what Coffer is made of. This is done once, and takes a minute or two.");
      run(npm, ["ci", "--loglevel", "error"]);
    }),
  );
}

const SOURCES = ["packages", "apps", "tools/words", "tsconfig.json", "tsconfig.base.json", "package-lock.json"];

export function ensureBuilt() {
  ensureInstalled();
  once(
    "built",
    SOURCES,
    ["apps/server/dist/main.js", "apps/web/dist/site/index.html", "apps/extension/dist/chromium/manifest.json"],
    () => {
      say("Building Coffer, in each language. This takes a minute or two.");
      run(npm, ["run", "build", "--silent"]);
    },
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) (process.argv[2] === "build" ? ensureBuilt : ensureInstalled)();
