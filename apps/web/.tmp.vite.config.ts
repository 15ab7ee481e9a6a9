import { existsSync } from "node:fs";
import base from "./vite.config.ts";

const stub = {
  name: "stub",
  enforce: "pre" as const,
  resolveId(id: string, from?: string) {
    if (id.endsWith("transfer/ImportPage.tsx") && !existsSync("/work/main/packages/app/src/transfer/ImportPage.tsx"))
      return "\0stub-import";
    if (id === "@coffer/core/transfer/import" && !existsSync("/work/main/packages/core/src/transfer/import.ts")) return "\0stub-import";
    return null;
  },
  load: (id: string) =>
    id === "\0stub-import"
      ? "export const ImportPage = () => null; export const toDrafts = () => []; export const toDraft = () => null; export default null;"
      : null,
};
export default { ...base, plugins: [stub, ...base.plugins!], build: { ...base.build, outDir: "/tmp/appcheck/site", emptyOutDir: true } };
