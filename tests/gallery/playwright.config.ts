/** The gallery runs on the means of the journeys. Each worker has a product of its own and half of the walk, so that every page is signed in once. */
import { defineConfig } from "@playwright/test";
import journeys from "../../playwright.config.ts";

/** English where none is asked for: as the steps name what they press. */
const { language } = JSON.parse(process.env.COFFER_GALLERY ?? "{}");

export default defineConfig({
  ...journeys,
  use: { ...journeys.use, ...(language && { locale: language }) },
  testDir: ".",
  projects: [{ name: "gallery" }],
  fullyParallel: true,
  retries: 0,
  reporter: "list",
  outputDir: "../../.cache/gallery",
});
