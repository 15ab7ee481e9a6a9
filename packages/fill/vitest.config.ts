/** Tests of field recognition, which depends on rendering and so needs a browser. */
import { playwright } from "@vitest/browser-playwright";
import { defaultClientConditions } from "vite";
import { defineConfig } from "vitest/config";
import { BROWSER_ARGS, findPageBrowser } from "../../tools/browser.mjs";

export default defineConfig({
  resolve: { conditions: ["coffer-source", ...defaultClientConditions] },
  test: {
    name: "fill",
    include: ["src/**/*.browser.test.{ts,tsx}"],
    testTimeout: 240_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 900 },
      provider: playwright({ launchOptions: { executablePath: findPageBrowser() ?? "", args: [...BROWSER_ARGS] } }),
      instances: [{ browser: "chromium" }],
    },
  },
});
