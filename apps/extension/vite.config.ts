/** Builds the pages of the extension; its scripts, which are no modules, are built by `build.mjs`. */
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";
import { noNodeCrypto, noSchemaWriters, optimization, themeSheet } from "../web/vite-plugins.ts";
import { languageOfMode, words } from "../web/words.ts";
import { builtLanguages, faces, PAGE_FILES, pages, STARTS, starts } from "./pages.ts";

/** @param mode - a language builds what its pages load, next to what is there (build.mjs): the pages are one for all. */
export default defineConfig(({ mode }) => {
  const language = languageOfMode(mode);
  const isFirst = language === languageOfMode("production");
  return {
    plugins: [...words(language), pages, starts, builtLanguages, faces, noNodeCrypto, noSchemaWriters, react(), themeSheet],
    resolve: { conditions: ["coffer-source", ...defaultClientConditions] },
    worker: { format: "es", rolldownOptions: { optimization }, plugins: () => words(language) },
    build: {
      target: "es2023",
      assetsInlineLimit: 0,
      copyPublicDir: isFirst,
      // The files are here already: nothing is sent.
      chunkSizeWarningLimit: 2000,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        optimization,
        ...(isFirst ? { input: [...PAGE_FILES] } : { input: STARTS, output: { entryFileNames: `${language.code}/[name].js` } }),
      },
    },
  };
});
