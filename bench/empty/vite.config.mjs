/** Builds the empty page with the app's own settings. */
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";
import { noNodeCrypto, noSchemaWriters, themeSheet } from "../../apps/web/vite-plugins.ts";

export default defineConfig({
  plugins: [noNodeCrypto, noSchemaWriters, react(), themeSheet],
  resolve: { conditions: ["coffer-source", ...defaultClientConditions] },
  logLevel: "warn",
  build: {
    outDir: "../../.cache/bench-empty",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } } },
  },
});
