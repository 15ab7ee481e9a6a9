/** The everyday journeys with a fault in the product. Many end red, so none waits as long as it may on a machine that does much else: without a fault they have to be green with these limits first. */
import { join } from "node:path";
import base from "../../playwright.config.ts";
import { ROOT } from "../ensure.mjs";
import { EVERYDAY } from "../parts.mjs";

const LIMITS = { timeout: 120_000, expect: { timeout: 30_000 } };

export default {
  ...base,
  testDir: join(ROOT, "tests/journeys"),
  projects: base.projects
    .filter(({ name }) => EVERYDAY.playwright.includes(name))
    .map((project) => ({ ...project, ...LIMITS, use: { actionTimeout: 30_000 } })),
  reporter: [["json"]],
  outputDir: join(ROOT, ".cache/mutants/journeys"),
};
