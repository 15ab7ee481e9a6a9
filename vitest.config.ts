import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { removeCountermeasure } from "./tests/evil/remove-countermeasure.ts";
import { readTable } from "./tools/costs/table.mjs";
import { CostReporter } from "./tools/costs/vitest-reporter.mjs";
import { leftOutIn } from "./tools/parts.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** `npm run test:all`: brute force at its full number; otherwise the same tests with a smaller one. */
    isWhole: boolean;
  }
}

/** Where a run of the whole suite wants its results (tools/runners.mjs). */
const report = process.env.COFFER_REPORT;
const isWhole = process.env.TEST_ALL === "1";
const LEFT_OUT = leftOutIn("");

/** Our packages are tested from their sources, without a build. */
const conditions = ["coffer-source"];
const sources = { resolve: { conditions }, ssr: { resolve: { conditions } } };

/** Proofs that take their time: processes killed again and again, answers measured, every vector of a slow hash. */
const SLOW = [
  "apps/server/src/{durability,operating,stopping,workers,db/start-after-crash,db/upgrade,operator/commands,mail/mail-kills}.test.ts",
  "apps/server/src/account/{timing,reset-kills,guessing,hammering}.test.ts",
  "packages/crypto/src/{derive,vectors}.test.ts",
  // Their passwords were hashed by an earlier version, at the true cost.
  "tests/flows/{version-1,older-client}.flow.test.ts",
];
const FLOWS = ["tests/flows/**/*.flow.test.ts"];
/** The worker of the extension remembers tabs, windows and requests by their numbers, in its modules: another file's browser has the same numbers. */
const OF_EXTENSION = ["tests/flows/extension-*.flow.test.ts"];
/** Attacks; `npm run evil` prints them. */
const EVIL = ["tests/evil/**/*.test.ts"];
const FAST = ["packages/*/src/**/*.test.{ts,tsx}", "apps/*/src/**/*.test.ts", "tools/**/*.test.mjs"];

/** Components in a real browser: projects of their own folders. */
const IN_BROWSER = ["**/*.browser.test.{ts,tsx}"];

/** Files share their worker's modules: loading them again for each file took half of the time. The limits are for what hangs, on a busy machine. */
const inNode = { testTimeout: 60_000, hookTimeout: 120_000, isolate: false, setupFiles: ["tools/costs/in-worker.ts"] };

/** In flows and attacks a key from a password costs nothing; the true cost is proven among the slow, and in journeys. */
const CHEAP_KEYS = [{ find: /^\.\/primitives\.ts$/, replacement: new URL("tests/flows/cheap/primitives.ts", import.meta.url).pathname }];
/** The server's hashes too, but not in attacks: these look at what it keeps. Who asks how long an answer takes is among the slow. */
const CHEAP_AUTH = [{ find: /^@node-rs\/argon2$/, replacement: new URL("tests/flows/cheap/auth-hash.ts", import.meta.url).pathname }];
const cheapFlows = { ...sources, resolve: { conditions, alias: [...CHEAP_KEYS, ...CHEAP_AUTH] } };

/** The longest first, so that no worker is left alone with it at the end. */
const projects: TestProjectInlineConfiguration[] = [
  { ...sources, test: { ...inNode, name: "slow", include: SLOW } },
  { ...cheapFlows, test: { ...inNode, name: "flows", include: FLOWS, exclude: [...SLOW, ...OF_EXTENSION, ...LEFT_OUT] } },
  { ...cheapFlows, test: { ...inNode, isolate: true, name: "flows-alone", include: OF_EXTENSION, exclude: LEFT_OUT } },
  {
    ...sources,
    resolve: { conditions, alias: CHEAP_KEYS },
    plugins: [removeCountermeasure(process.env.EVIL_WITHOUT)],
    test: { ...inNode, name: "evil", include: EVIL, exclude: LEFT_OUT },
  },
  {
    ...sources,
    resolve: { conditions, alias: CHEAP_AUTH },
    test: { ...inNode, name: "fast", include: FAST, exclude: [...SLOW, ...IN_BROWSER, ...LEFT_OUT] },
  },
];

const placeOf = ({ project }: TestSpecification): number => projects.findIndex(({ test }) => test?.name === project.name);

const COSTS = readTable(readFileSync(new URL("tests/costs.tsv", import.meta.url), "utf8"));
const costOf = ({ moduleId }: TestSpecification): number => COSTS.get(relative(import.meta.dirname, moduleId))?.cost ?? 0;

/** By project, and in each the costliest file first. */
class CostliestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b) || costOf(b) - costOf(a));
  }
}

export default defineConfig({
  ...sources,
  // The environment in which vitest runs `globalSetup`: without this it looks for a build.
  environments: { __vitest__: { resolve: { conditions } } },
  test: {
    projects: [
      ...projects,
      "packages/app/vitest.config.ts",
      "packages/fill/vitest.config.ts",
      "apps/web/vitest.config.ts",
      "apps/extension/vitest.config.ts",
    ],
    // Projects of their own folders get it too.
    provide: { isWhole },
    globalSetup: "apps/server/src/testing/postgres.ts",
    reporters: report ? [["default", { summary: false }], ["json", { outputFile: report }], new CostReporter()] : ["default"],
    sequence: { sequencer: CostliestFirst },
    // With more, each loads the modules once more, and the one page of components, which runs all the while, is left alone at the end.
    maxWorkers: 2,
  },
});
