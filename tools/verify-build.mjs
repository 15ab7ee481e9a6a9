/**
 * `npm run verify-build`: whether the extension's zips depend on nothing but the sources. Builds them here and from a copy of the sources in another folder, and
 * compares their hashes. Ends with 1 when they differ.
 */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, run } from "./ensure.mjs";

const SOURCES = ["apps", "packages", "tools/words", "package.json", "package-lock.json", "tsconfig.base.json"];
const isSource = (path) => !/[/\\](?:node_modules|dist|\.cache)$|\.tsbuildinfo$/.test(path);

/** The installed packages, but our own from the copy. */
function linkPackages(copy) {
  const [from, to] = [join(ROOT, "node_modules"), join(copy, "node_modules")];
  mkdirSync(join(to, "@coffer"), { recursive: true });
  for (const name of readdirSync(from)) if (name !== "@coffer" && !name.startsWith(".")) symlinkSync(join(from, name), join(to, name));
  for (const folder of ["packages", "apps"])
    for (const name of readdirSync(join(copy, folder))) symlinkSync(join(copy, folder, name), join(to, "@coffer", name));
}

const hashOf = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");

/** @returns the hash of each zip, by its name. */
function built(root, out) {
  run(process.execPath, [join(root, "apps/extension/build.mjs"), out], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  const zips = readdirSync(out).filter((name) => name.endsWith(".zip"));
  return new Map(zips.sort().map((name) => [name, hashOf(join(out, name))]));
}

const work = mkdtempSync(join(tmpdir(), "coffer-verify-"));
const copy = join(work, "another folder");
for (const name of SOURCES) cpSync(join(ROOT, name), join(copy, name), { recursive: true, filter: isSource });
linkPackages(copy);
// The settings of the build are written with the sizes of the app, and read as they are compiled.
run(join(ROOT, "node_modules/.bin/tsc"), ["-b", "packages/core"], { cwd: copy });
const here = built(ROOT, join(work, "here"));
const there = built(copy, join(work, "there"));
rmSync(work, { recursive: true });
const differ = [...here].filter(([name, hash]) => there.get(name) !== hash);
for (const [name, hash] of here) console.log(`${hash}  ${name}${there.get(name) === hash ? "" : `  DIFFERS: ${there.get(name)}`}`);
if (differ.length > 0 || here.size === 0) process.exit(1);
