/** Tests of components in a real browser: every `*.browser.test.ts` and `.tsx`, with a fake client that is typed by the real one (src/testing/). */
import { playwright } from "@vitest/browser-playwright";
import { defaultClientConditions } from "vite";
import { defineConfig } from "vitest/config";
import { BROWSER_ARGS, findPageBrowser } from "../../tools/browser.mjs";
import { leftOutIn } from "../../tools/parts.mjs";

/** Changes a table before anything reads it, so it must not share its modules with other tests. */
const OWN_MODULES = ["src/vault/pages/sixth-kind.browser.test.tsx"];
const LEFT_OUT = leftOutIn("packages/app/");

export default defineConfig({
  resolve: { conditions: ["coffer-source", ...defaultClientConditions] },
  // React as people get it: its development build writes down where every element was made, which takes its time.
  oxc: { jsx: { runtime: "automatic", development: false } },
  // Found at the start, not while tests run: the page would reload in the middle of one.
  optimizeDeps: {
    rolldownOptions: { transform: { define: { "process.env.NODE_ENV": '"production"' } } },
    include: [
      "react",
      "react-dom",
      "react-dom/client",
      "react/jsx-runtime",
      "react-router",
      "@mantine/core",
      "@mantine/notifications",
      "@tanstack/react-query",
      "@tanstack/react-virtual",
      "@tabler/icons-react",
      "@leeoniya/ufuzzy",
      "@zxcvbn-ts/core",
      "@zxcvbn-ts/language-common",
      "@zxcvbn-ts/language-en",
      "idb",
      "jsqr",
      "otpauth",
      "qrcode",
      "vitest-browser-react",
    ],
  },
  test: {
    name: "browser",
    // Reloading the app took a third of the time of a file.
    isolate: false,
    include: ["src/**/*.browser.test.{ts,tsx}"],
    setupFiles: ["src/testing/setup.ts"],
    testTimeout: 20_000,
    // The usual second is over soon on a machine that does more; looking every 50 ms made a test a tenth longer.
    expect: { poll: { timeout: 10_000, interval: 10 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({ launchOptions: { executablePath: findPageBrowser() ?? "", args: [...BROWSER_ARGS] } }),
      instances: [
        { browser: "chromium", exclude: [...OWN_MODULES, ...LEFT_OUT] },
        { browser: "chromium", name: "alone", include: OWN_MODULES, exclude: LEFT_OUT },
      ],
    },
  },
});
