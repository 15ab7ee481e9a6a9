/** The gallery runs on the means of the journeys: one product, one worker, so that every page is signed in once. */
import { defineConfig } from "@playwright/test";
import journeys from "../playwright.config.ts";

export default defineConfig({ ...journeys, testDir: ".", workers: 1, retries: 0, reporter: "list", outputDir: "../.cache/gallery" });
