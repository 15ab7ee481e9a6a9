/** The built product with one fault in it: the fault is put into the file itself, and what is made of that file is built again. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { BUILT_STAMP, ROOT } from "../ensure.mjs";
import { readSource, withFault } from "./faults.mjs";

const SHARED = ["packages/core", "packages/crypto", "packages/contract", "packages/client", "packages/app"];
/** Workspace → folders whose sources are in its files. The server runs from what the compiler makes of each file alone. */
const BUNDLES = {
  "@coffer/web": [...SHARED, "apps/web"],
  "@coffer/extension": [...SHARED, "packages/fill", "apps/extension"],
};

/** As the compiler of the build does, without its opinion: what a fault leaves unused is no reason to notice it. */
const compiled = (path, text) =>
  ts.transpileModule(text, {
    fileName: path,
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      jsx: ts.JsxEmit.ReactJSX,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
    },
  }).outputText;

const compiledPlace = (path) => join(ROOT, path.replace("/src/", "/dist/").replace(/\.tsx?$/, ".js"));

const toPutBack = new Map();
const children = new Set();

function write(place, text) {
  if (!toPutBack.has(place)) toPutBack.set(place, readFileSync(place));
  writeFileSync(place, text);
}

function putBack() {
  for (const [place, bytes] of toPutBack) writeFileSync(place, bytes);
  toPutBack.clear();
}

function stop() {
  putBack();
  for (const child of children) endGroup(child);
  process.exit(1);
}

function endGroup({ pid }) {
  try {
    process.kill(-pid, "SIGTERM");
  } catch (error) {
    if (error.code !== "ESRCH") throw error; // it has ended
  }
}

/** Runs a command with everything that it starts in a group of its own, which is ended with it. @returns whether it ended well and in time */
export function ends(command, args, { env = {}, seconds }) {
  const child = spawn(join(ROOT, "node_modules/.bin", command), args, {
    cwd: ROOT,
    stdio: "ignore",
    detached: true,
    env: { ...process.env, ...env },
  });
  children.add(child);
  const timer = setTimeout(() => endGroup(child), seconds * 1_000);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      children.delete(child);
      endGroup(child);
      resolve(code === 0);
    });
  });
}

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

function isBuilt(workspace) {
  const { status, signal } = spawnSync(npm, ["run", "build", "--workspace", workspace], { cwd: ROOT, stdio: "ignore" });
  // What was stopped says nothing of the fault.
  if (signal !== null || status === null || status > 128) throw new Error(`The build of ${workspace} was stopped`);
  return status === 0;
}

export class Product {
  /** Bundles that were last built with a fault. */
  #faulty = new Set();
  #stamp;

  constructor() {
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
  }

  /** @param work - is asked once the product is built with the fault @returns what it says; null when the product cannot be built */
  async withFault(fault, work) {
    this.#forgetStamp();
    try {
      this.#putIn(fault);
      const touched = Object.keys(BUNDLES).filter((workspace) => BUNDLES[workspace].some((folder) => fault.path.startsWith(`${folder}/`)));
      const stale = new Set([...this.#faulty, ...touched]);
      this.#faulty = stale;
      if (![...stale].every(isBuilt)) return null;
      this.#faulty = new Set(touched);
      return await work();
    } finally {
      putBack();
    }
  }

  #putIn(fault) {
    const text = withFault(readSource(fault.path), fault);
    write(join(ROOT, fault.path), text);
    const place = compiledPlace(fault.path);
    if (existsSync(place)) write(place, compiled(fault.path, text));
  }

  /** Without it the next command that needs a build makes one, also where this process was killed. */
  #forgetStamp() {
    if (this.#stamp || !existsSync(BUILT_STAMP)) return;
    this.#stamp = readFileSync(BUILT_STAMP);
    rmSync(BUILT_STAMP);
  }

  /** The product as it was. */
  mend() {
    if (!this.#stamp) return;
    if ([...this.#faulty].every(isBuilt)) writeFileSync(BUILT_STAMP, this.#stamp);
  }
}
