/** Builds the pages of the extension; its scripts, which are no modules, are built by `build.mjs`. */
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";
import { noNodeCrypto, noSchemaWriters, optimization, themeSheet } from "../web/vite-plugins.ts";
import { faces, PAGE_FILES, pages } from "./pages.ts";

export default defineConfig({
  plugins: [pages, faces, noNodeCrypto, noSchemaWriters, react(), themeSheet],
  resolve: { conditions: ["coffer-source", ...defaultClientConditions] },
  worker: { format: "es", rolldownOptions: { optimization } },
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    // The files are here already: nothing is sent.
    chunkSizeWarningLimit: 2000,
    modulePreload: { polyfill: false },
    rolldownOptions: { optimization, input: [...PAGE_FILES] },
  },
});
