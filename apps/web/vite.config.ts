/** Builds the web app into `dist/site`. No style and no script of it is inline: the content policy allows none. */
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";
import { appFiles } from "./app-files.ts";
import { firstPaint } from "./first-paint.ts";
import { precompress } from "./precompress.ts";
import { noNodeCrypto, noSchemaWriters, noSummaries, optimization, themeSheet } from "./vite-plugins.ts";
import { languageOfMode, ownName, pageOfLanguage, words } from "./words.ts";

/** What the first page needs is one file: each of its own would cost a round trip of headers, and compresses worse. */
const FIRST = { name: "first", tags: ["$initial" as const] };
/** What it needs to send a sign-in is another, with everything that this imports: in twenty files it was 8 KB more. */
const CLIENT = { name: "open-client", test: /apps\/web\/src\/open-client\.ts$/ };
/**
 * What the site shares with the rest, and what the other pages that anyone may see share with a session: each before what needs it, or a visitor would load all of
 * it (tools/first-bytes.mjs looks).
 */
const SITE = {
  name: "site-parts",
  test: /\/(?:ui\/CofferPicture\.tsx|icons\/Icon(?:Check|Download|Key|Lock|ShieldCheck|Wand)\.mjs|(?:OptionalPortal|get-default-z-index|use-force-update)\.mjs|react-remove-scroll\/.*\/Combination\.js)$/,
};
const ACCOUNT = {
  name: "account-parts",
  test: /\/(?:account\/(?:second-factor\.ts|passkeys\/(?:authenticator\.ts|PasskeyButton\.tsx))|frame\/Dialog\.tsx|ui\/(?:may-sign-out\.ts|save-file\.ts|CopyButton\.tsx|StrengthMeter\.tsx|generator\/generate\.ts)|Textarea\.mjs|styles\/Progress\.layer\.css)$/,
};
/** What a session needs on any page, what lists are made of and what several pages say of people, with all that it imports: each in a file of its own, they were a hundred, found out one by another. */
const SIGNED_IN = {
  name: "signed-in-parts",
  test: /packages\/app\/src\/(?:shell\/signed-in-parts\.ts|vault\/(?:people\/\w+|item\/ThingChips|pages\/(?:AllItems|Favorites|Kind|Vaults)Page)\.tsx)$/,
};

/** @param mode - a language builds what is its own next to what is there (build.mjs). */
export default defineConfig(({ mode }) => {
  const language = languageOfMode(mode);
  const isFirst = language === languageOfMode("production");
  return {
    plugins: [
      ...words(language),
      ...[noNodeCrypto, noSchemaWriters, noSummaries, react(), themeSheet, firstPaint()],
      ...[...pageOfLanguage(language), appFiles(language), precompress(isFirst)],
    ],
    resolve: { conditions: ["coffer-source", ...defaultClientConditions] },
    define: { SERVICE_WORKER: JSON.stringify(`/${ownName("service-worker.js", language)}`) },
    // Workers that load a part of theirs later.
    worker: { format: "es", rolldownOptions: { optimization }, plugins: () => words(language) },
    build: {
      outDir: "dist/site",
      emptyOutDir: isFirst,
      copyPublicDir: isFirst,
      target: "es2023",
      assetsInlineLimit: 0,
      manifest: `.vite/${ownName("manifest.json", language)}`,
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { codeSplitting: { groups: [FIRST, CLIENT, SITE, ACCOUNT, SIGNED_IN] } } },
    },
    server: { port: 5173, proxy: { "/api": "http://127.0.0.1:3000" } },
    preview: { proxy: { "/api": "http://127.0.0.1:3000" } },
  };
});
