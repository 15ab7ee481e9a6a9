import { defineConfig } from "vitest/config";
export default defineConfig({
  root: "/work/main",
  resolve: { conditions: ["coffer-source"] },
  ssr: { resolve: { conditions: ["coffer-source", "node"], externalConditions: ["coffer-source"] } },
  test: { include: ["apps/server/src/**/*.test.ts"], testTimeout: 30_000, hookTimeout: 60_000, maxWorkers: 2 },
});
