/** The everyday journeys as `npm test` runs them, with their report in a place of its own. */
import { join } from "node:path";
import base from "../../playwright.config.ts";
import { ROOT } from "../ensure.mjs";
import { EVERYDAY } from "../parts.mjs";

export default {
  ...base,
  testDir: join(ROOT, "tests/journeys"),
  projects: base.projects.filter(({ name }) => EVERYDAY.playwright.includes(name)),
  reporter: [["json"]],
  outputDir: join(ROOT, ".cache/mutants/journeys"),
};
