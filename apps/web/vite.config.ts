/** Builds the web app into `dist/site`. No style and no script of it is inline: the content policy allows none. */
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";
import { firstPaint } from "./first-paint.ts";
import { precompress } from "./precompress.ts";
import { noNodeCrypto, noSchemaWriters, themeSheet } from "./vite-plugins.ts";

/** What the first page needs is one file: each of its own would cost a round trip of headers, and compresses worse. */
const FIRST = { name: "first", tags: ["$initial" as const] };
/** What it needs to send a sign-in is another, with everything that this imports: in twenty files it was 8 KB more. */
const CLIENT = { name: "open-client", test: /apps\/web\/src\/open-client\.ts$/ };

export default defineConfig({
  plugins: [noNodeCrypto, noSchemaWriters, react(), themeSheet, firstPaint(), precompress()],
  resolve: { conditions: ["coffer-source", ...defaultClientConditions] },
  // Workers that load a part of theirs later.
  worker: { format: "es" },
  build: {
    outDir: "dist/site",
    target: "es2023",
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [FIRST, CLIENT] } } },
  },
  server: { port: 5173, proxy: { "/api": "http://127.0.0.1:3000" } },
  preview: { proxy: { "/api": "http://127.0.0.1:3000" } },
});
