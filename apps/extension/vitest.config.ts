/** Tests of what the scripts in pages do to a page, and of the extension's own pages: every `*.browser.test.ts` and `.tsx`, in a real browser. */
import { playwright } from "@vitest/browser-playwright";
import { defaultClientConditions } from "vite";
import { defineConfig } from "vitest/config";
import { BROWSER_ARGS, findPageBrowser } from "../../tools/browser.mjs";
import { builtLanguages, faces } from "./pages.ts";

export default defineConfig({
  plugins: [builtLanguages, faces],
  // React as people get it, and found at the start: packages/app/vitest.config.ts.
  oxc: { jsx: { runtime: "automatic", development: false } },
  optimizeDeps: {
    rolldownOptions: { transform: { define: { "process.env.NODE_ENV": '"production"' } } },
    include: [
      "react",
      "react-dom",
      "react-dom/client",
      "react/jsx-runtime",
      "@noble/hashes/sha2.js",
      "@tabler/icons-react",
      "otpauth",
      "tldts",
      "vitest-browser-react",
    ],
  },
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
