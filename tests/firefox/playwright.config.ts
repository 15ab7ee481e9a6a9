import { defineConfig } from "@playwright/test";
import base from "../../playwright.config.ts";

export default defineConfig({
  ...base,
  testDir: ".",
  projects: [{ name: "firefox" }],
  outputDir: "../../.cache/firefox",
  workers: 1,
  reporter: "list",
});
