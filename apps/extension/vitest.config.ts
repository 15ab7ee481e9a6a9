/** Tests of what the scripts in pages do to a page: every `*.browser.test.ts`, in a real browser. */
import { playwright } from "@vitest/browser-playwright";
import { defaultClientConditions } from "vite";
import { defineConfig } from "vitest/config";
import { BROWSER_ARGS, findPageBrowser } from "../../tools/browser.mjs";

export default defineConfig({
  resolve: { conditions: ["coffer-source", ...defaultClientConditions] },
  test: {
    name: "extension",
    include: ["src/**/*.browser.test.{ts,tsx}"],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath: findPageBrowser() ?? "", args: [...BROWSER_ARGS] } }),
      instances: [{ browser: "chromium" }],
    },
  },
});
