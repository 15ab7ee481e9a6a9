import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["coffer-source"] },
  ssr: { resolve: { conditions: ["coffer-source", "node", "import", "module", "default"], externalConditions: ["coffer-source"] } },
  test: {
    include: ["packages/*/src/**/*.test.{ts,tsx}", "apps/*/src/**/*.test.ts", "flows/**/*.flow.test.ts", "tools/**/*.test.mjs"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
