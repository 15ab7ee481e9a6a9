import { defineConfig } from "@playwright/test";
import { BROWSER_ARGS, findPageBrowser } from "./tools/browser.mjs";

/** Counts what the app draws. */
const COUNTED = "everyday/start.spec.ts";
const PATIENT = { retries: 0, timeout: 300_000, expect: { timeout: 60_000 }, use: { actionTimeout: 60_000 } };

/** One file starts the product once: making a first start to copy would cost it a second one. */
const isOneFile = process.argv.includes("--no-deps");

export default defineConfig({
  testDir: "tests/journeys",
  globalSetup: isOneFile ? [] : new URL("tests/journeys/first-start.ts", import.meta.url).pathname,
  // What passes is not kept waiting; a machine that does much else takes four times as long.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // One more than the cores of the smallest machine: a journey waits about as long as it works.
  workers: 3,
  projects: [
    // One journey for each story people live by, in one look: what `npm test` runs. Red is red: there is no second try.
    // What passes is not kept waiting, so its limits are wide enough for a machine that does much else.
    { name: "everyday", testMatch: "everyday/*.spec.ts", testIgnore: COUNTED, ...PATIENT },
    // With nothing next to it: on a busy machine React begins a drawing again, and draws more often.
    { name: "counted", testMatch: COUNTED, dependencies: ["everyday"], ...PATIENT },
    // A second try keeps a build going; a test that passed only then is named at the end (tools/test.mjs).
    { name: "rest", testIgnore: "everyday/*.spec.ts", retries: process.env.CI ? 1 : 0 },
  ],
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: ".cache/journeys.json" }], ["./tools/costs/playwright-reporter.mjs"]],
  outputDir: ".cache/journeys",
  use: {
    browserName: "chromium",
    headless: true,
    // What cannot be pressed says so and where, before the whole story runs out of time.
    actionTimeout: 30_000,
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: findPageBrowser() ?? "", args: BROWSER_ARGS },
  },
});
