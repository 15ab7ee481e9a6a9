/** The gallery runs on the means of the journeys. Each worker has a product of its own and half of the walk, so that every page is signed in once. */
import { defineConfig } from "@playwright/test";
import journeys from "../../playwright.config.ts";

export default defineConfig({
  ...journeys,
  testDir: ".",
  projects: [{ name: "gallery" }],
  fullyParallel: true,
  retries: 0,
  reporter: "list",
  outputDir: "../../.cache/gallery",
});
