/**
 * Makes sure that what a command needs is there: dependencies as the lock file says, and a build of the sources as they are.
 * Needs nothing but Node, so that it runs on a fresh clone. Does nothing when nothing changed.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
const STAMPS = join(ROOT, "node_modules", ".coffer");
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

/** Runs `work` unless it has been done for exactly these inputs and its results are still there. */
function once(name, inputs, results, work) {
  const wanted = hashOf(inputs);
  const stamp = join(STAMPS, name);
  const isDone = existsSync(stamp) && readFileSync(stamp, "utf8") === wanted && results.every((path) => existsSync(join(ROOT, path)));
  if (isDone) return;
  work();
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Two starts at once must not install into the same folder. The lock names its holder, so that one that was killed holds nobody up. */
function exclusively(work) {
  const lock = join(ROOT, ".cache", "ensure.lock");
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  while (!take(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  const release = () => rmSync(lock, { force: true });
  process.once("exit", release);
  work();
  process.removeListener("exit", release);
  release();
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
  exclusively(() =>
    once("installed", ["package-lock.json", "package.json"], ["node_modules/.package-lock.json"], () =>
      run(npm, ["ci", "--loglevel", "error"]),
    ),
  );
}

const SOURCES = ["packages", "apps", "tsconfig.json", "tsconfig.base.json", "package-lock.json"];

export function ensureBuilt() {
  ensureInstalled();
  exclusively(() =>
    once("built", SOURCES, ["apps/server/dist/main.js", "apps/web/dist/site/index.html"], () => run(npm, ["run", "build", "--silent"])),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) (process.argv[2] === "build" ? ensureBuilt : ensureInstalled)();
