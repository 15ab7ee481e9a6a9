/** The suite in two speeds: together they run every test, and a change is given the parts it can touch. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./ensure.mjs";
import { FEWER_CASES, ONLY_IN_ALL } from "./only-in-all.mjs";
import { EVERYDAY, PARTS, partsTouchedBy, stillHolds, TOUCHED_BY } from "./parts.mjs";

/** @returns what files below a folder import from elsewhere in the repository, named from the root */
const importedBelow = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .filter((name) => /\.(ts|mjs)$/.test(name))
    .flatMap((name) => {
      const path = join(folder, name);
      return [...read(path).matchAll(/(?:from|import\() ?"(\.\.\/[^"]+)"/g)].map(([, to]) => join(dirname(path), to));
    })
    .filter((path) => /^(?:packages|apps|tests)\//.test(path) && !path.startsWith(`${folder}/`));
const read = (path) => readFileSync(join(ROOT, path), "utf8");
const projects = (kind) => Object.values(PARTS).flatMap((part) => part[kind] ?? []);

describe("the parts", () => {
  it("run every project of vitest and of Playwright", () => {
    const configs = [
      "vitest.config.ts",
      ...["packages/app", "packages/fill", "apps/web", "apps/extension"].map((folder) => `${folder}/vitest.config.ts`),
    ];
    const named = configs.flatMap((path) => [...read(path).matchAll(/\bname: "([\w-]+)"/g)].map(([, name]) => name));
    expect(projects("vitest").sort()).toEqual(named.sort());
    const journeys = [...read("playwright.config.ts").matchAll(/\bname: "(\w+)"/g)].map(([, name]) => name);
    expect(projects("playwright").sort()).toEqual(journeys.sort());
  });

  it("hold everything that runs every day", () => {
    expect(projects("vitest")).toEqual(expect.arrayContaining(EVERYDAY.vitest));
    expect(projects("playwright")).toEqual(expect.arrayContaining(EVERYDAY.playwright));
  });

  it("leave out of every day only files that are there, each with what proves the same", () => {
    for (const [place, { why, proves }] of Object.entries(ONLY_IN_ALL)) {
      expect(existsSync(join(ROOT, place)), place).toBe(true);
      expect(why).not.toBe("");
      for (const path of proves.split(", ")) {
        expect(existsSync(join(ROOT, path)), path).toBe(true);
        expect(ONLY_IN_ALL, "what proves the same runs every day").not.toHaveProperty([path]);
        // A day replays few of the rows: what proves the same is a file of rows with one that it does replay.
        expect(path).not.toBe("tests/evil/evil.test.ts");
        if (path.startsWith("tests/evil/rows/")) expect(read(path), path).toContain("isDaily: true");
      }
    }
  });
});

it("whatever runs fewer cases every day is in the table, and nothing else", () => {
  const shrinking = ["packages", "apps", "tests"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true })
      .filter((name) => /\.test\.tsx?$/.test(name) && !name.includes("node_modules"))
      .map((name) => join(folder, name))
      .filter((path) => read(path).includes('inject("isWhole")')),
  );
  // A slow part runs in `test:all` alone, or by hand with fewer.
  expect(shrinking.filter((path) => path !== "apps/server/src/db/start-after-crash.test.ts").sort()).toEqual(
    Object.keys(FEWER_CASES).sort(),
  );
});

describe("a change", () => {
  it("is given the parts of the longest folder that fits", () => {
    expect(partsTouchedBy(["packages/core/src/transfer/csv.ts"])).toEqual([
      ...["checks", "unit", "components", "flows", "attacks", "journeys", "necessity", "gallery"],
    ]);
    expect(partsTouchedBy(["tests/gym/run.mjs", "docs/api.md"])).toEqual([
      ...["checks", "unit", "fields", "journeys", "gym", "gallery", "firefox"],
    ]);
  });

  it("is given each part whose tests import its folder, and the attacks without each countermeasure where they quote a line of it", () => {
    const PART_OF = { flows: "flows", evil: "attacks", journeys: "journeys", gallery: "gallery", gym: "gym", firefox: "firefox" };
    for (const [folder, part] of Object.entries(PART_OF))
      for (const path of importedBelow(`tests/${folder}`)) expect(partsTouchedBy([path]), path).toContain(part);
    const helpers = [...read("tests/evil/countermeasures.ts").matchAll(/^const (\w+) = .*=> `((?:packages|apps)\/\w+)/gm)];
    expect(helpers.length).toBeGreaterThan(3);
    for (const [, , quoted] of helpers) expect(TOUCHED_BY[quoted]).toContain("necessity");
  });

  it("is given every part where the table does not know its folder", () => {
    expect(partsTouchedBy(["package-lock.json"])).toEqual(Object.keys(PARTS));
  });

  it("leaves what has passed standing where it can touch nothing of it; the checks run always", () => {
    const passed = { failed: 0 };
    expect(stillHolds("gym", passed, ["apps/server/src/main.ts"])).toBe(true);
    expect(stillHolds("gym", passed, ["packages/fill/src/recognise.ts"])).toBe(false);
    expect(stillHolds("checks", passed, [])).toBe(false);
    expect(stillHolds("gym", { failed: 1 }, [])).toBe(false);
    expect(stillHolds("gym", { failed: 0, skipped: 1 }, [])).toBe(false);
  });

  it("finds every folder of the table, and every part that the table names", () => {
    for (const [folder, parts] of Object.entries(TOUCHED_BY)) {
      expect(existsSync(join(ROOT, folder)), folder).toBe(true);
      for (const part of parts) expect(PARTS).toHaveProperty(part);
    }
  });
});
