/** Rules of the code base that no tool checks: modules say what they are, versions are exact. Imports: .dependency-cruiser.mjs; lengths, styles, facts: code-rules.mjs. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../packages/core/src/device/languages.ts";
import { LAYERS } from "./layers.mjs";
import { OF_SOURCES, TRANSLATED } from "./words/files.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Tables of data need no sentence. */
const TABLES = /(kinds|sources|wordlist)\.ts$|\/(fixtures|vectors|migrations)\//;

const filesBelow = (folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ["node_modules", "dist"].includes(entry.name) ? [] : filesBelow(path);
    return /\.(ts|tsx)$/.test(entry.name) ? [path] : [];
  });

const isTest = (path) => /\.test\.tsx?$|\/testing\//.test(path);
const read = (path) => readFileSync(join(ROOT, path), "utf8");

describe.each(Object.keys(LAYERS))("%s", (folder) => {
  const sources = filesBelow(`${folder}/src`).filter((path) => !isTest(path));

  it("opens every module with a sentence that says what it is", () => {
    expect(sources.length).toBeGreaterThan(0);
    const mute = sources.filter((path) => path.endsWith(".ts") && !TABLES.test(path) && !read(path).startsWith("/**"));
    expect(mute).toEqual([]);
  });
});

describe("tests of a browser", () => {
  it("are all run: their package has a project for them, whatever they are written in", () => {
    const folders = Object.keys(LAYERS).filter((folder) => filesBelow(`${folder}/src`).some((path) => /\.browser\.test\.tsx?$/.test(path)));
    expect(folders.length).toBeGreaterThan(2);
    for (const folder of folders) {
      expect(read(`${folder}/vitest.config.ts`)).toContain('include: ["src/**/*.browser.test.{ts,tsx}"]');
      expect(read("vitest.config.ts")).toContain(`"${folder}/vitest.config.ts"`);
    }
  });
});

it("docs/architecture.md stays at two pages: what one feature alone needs is in its own page", () => {
  const text = read("docs/architecture.md");
  expect(text.split("\n").length).toBeLessThanOrEqual(101);
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(1_000);
});

describe("package.json", () => {
  const manifests = ["package.json", ...Object.keys(LAYERS).map((folder) => `${folder}/package.json`)];

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

/** @returns each file that this one imports by its place, and theirs */
function importedFrom(path, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, place] of read(path).matchAll(/from "(\.[^"]+)"/g)) importedFrom(join(dirname(path), place), seen);
  return seen;
}

describe("settings of the tests", () => {
  it("need no build: `npm run unit` works on a clone that was never built", () => {
    const settings = ["vitest.config.ts", ...Object.keys(LAYERS).map((folder) => `${folder}/vitest.config.ts`)];
    const files = settings.filter((path) => existsSync(join(ROOT, path))).flatMap((path) => [...importedFrom(path)]);
    expect(files).toContain("tools/words/files.mjs");
    expect(files.filter((path) => /from "@coffer\//.test(read(path)))).toEqual([]);
  });
});

it("each language of the product has a table of words, but that of the sources, and no other has one", () => {
  expect(OF_SOURCES).toBe(DEFAULT_LANGUAGE);
  expect([OF_SOURCES, ...TRANSLATED].sort()).toEqual(LANGUAGES.map(({ code }) => code).sort());
});
