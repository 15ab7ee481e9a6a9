/** Holds the house to its plan (docs/architecture.md): who may import whom, how long a file may be, and that versions are exact. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What each floor may import of ours, and what it may never import of others. The only place that says so. */
const FLOORS = {
  "packages/core": { ours: [], never: [/^node:/, /^react/, /^zod$/] },
  "packages/crypto": { ours: [], never: [/^node:/, /^react/, /^zod$/] },
  "packages/contract": { ours: ["core"], never: [/^node:/, /^react/] },
  "packages/client": { ours: ["contract", "core", "crypto"], never: [/^node:/, /^react/] },
  "packages/app": { ours: ["client", "contract", "core"], never: [/^node:/] },
  "apps/web": { ours: ["app", "client", "contract", "core"], never: [/^node:/] },
  "apps/server": { ours: ["contract", "core"], never: [/^react/] },
};

/** Rooms of the app: each may use `ui`, its own files and what is named here. */
const APP_ROOMS = {
  ui: ["client-context.tsx"],
  account: ["ui", "shell", "client-context.tsx", "theme.ts"],
  vault: ["ui", "shell", "client-context.tsx"],
  transfer: ["ui", "shell", "vault", "client-context.tsx"],
};

const LINE_LIMIT = 250;
/** Tables of data may be longer. */
const TABLES = /(kinds|sources|words)\.ts$|\/(fixtures|vectors|migrations)\//;

const filesBelow = (folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ["node_modules", "dist"].includes(entry.name) ? [] : filesBelow(path);
    return /\.(ts|tsx)$/.test(entry.name) ? [path] : [];
  });

const isTest = (path) => /\.test\.tsx?$|\/testing\//.test(path);
const read = (path) => readFileSync(join(ROOT, path), "utf8");
const importsOf = (path) => [...read(path).matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, name]) => name);

describe.each(Object.entries(FLOORS))("%s", (folder, { ours, never }) => {
  const sources = filesBelow(`${folder}/src`).filter((path) => !isTest(path));

  it("imports only what lies below it", () => {
    expect(sources.length).toBeGreaterThan(0);
    const own = `@coffer/${folder.split("/")[1]}`;
    const wrong = sources.flatMap((path) =>
      importsOf(path)
        .filter((name) => {
          const ourPackage = /^@coffer\/([a-z]+)/.exec(name)?.[1];
          if (ourPackage) return name.startsWith(own) || !ours.includes(ourPackage);
          return never.some((pattern) => pattern.test(name));
        })
        .map((name) => `${path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it("does not reach into another package by path", () => {
    const wrong = sources.flatMap((path) =>
      importsOf(path)
        .filter((name) => name.startsWith(".") && relative(folder, join(path, "..", name)).startsWith(".."))
        .map((name) => `${path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it("keeps every file under the line limit", () => {
    const long = sources.filter((path) => !TABLES.test(path) && read(path).split("\n").length > LINE_LIMIT + 1);
    expect(long).toEqual([]);
  });

  it("opens every module with a sentence that says what it is", () => {
    const mute = sources.filter((path) => path.endsWith(".ts") && !TABLES.test(path) && !read(path).startsWith("/**"));
    expect(mute).toEqual([]);
  });
});

describe("the app's rooms", () => {
  it.each(Object.entries(APP_ROOMS))("%s uses only what it may", (room, allowed) => {
    const base = `packages/app/src/${room}`;
    const wrong = filesBelow(base).flatMap((path) =>
      importsOf(path)
        .filter((name) => name.startsWith("."))
        .map((name) => relative("packages/app/src", join(path, "..", name)).split("/")[0])
        .filter((target) => target !== room && !allowed.includes(target))
        .map((target) => `${path} reaches into ${target}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("package.json", () => {
  const manifests = ["package.json", ...Object.keys(FLOORS).map((folder) => `${folder}/package.json`)];

  it.each(manifests)("%s names exact versions", (path) => {
    const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = JSON.parse(read(path));
    const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
      ([, version]) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  it("keeps the lock file free of download addresses", () => {
    expect(read("package-lock.json")).not.toMatch(/"resolved": "https?:/);
  });
});
