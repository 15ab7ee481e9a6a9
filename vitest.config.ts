import { defineConfig } from "vitest/config";

/** Our packages are tested from their sources, without a build. */
const conditions = ["coffer-source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/src/**/*.test.{ts,tsx}", "apps/*/src/**/*.test.ts", "flows/**/*.flow.test.ts", "tools/**/*.test.mjs"],
    exclude: ["**/node_modules/**", "**/*.browser.test.{ts,tsx}"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
