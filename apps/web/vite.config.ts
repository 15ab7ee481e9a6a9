/** Builds the web app into `dist/site`. No style and no script of it is inline: the content policy allows none. */
import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from "@mantine/core";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";
import { theme } from "../../packages/app/src/theme.ts";
import { firstPaint } from "./first-paint.ts";
import { precompress } from "./precompress.ts";

/** Colours nothing of ours uses; their variables are left out. */
const UNUSED = /^--mantine-color-(?:pink|grape|violet|indigo|cyan|lime|blue|teal|orange)-/;
const ID = "virtual:theme.css";
/** Rooted so that the style sheet pipeline takes it for a file. */
const RESOLVED = "/@virtual/theme.css";

/** What the first page needs is one file: each of its own would cost a round trip of headers, and compresses worse. */
const FIRST = { name: "first", tags: ["$initial" as const] };

const without = (variables: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !UNUSED.test(name)));

/** The variables and classes the UI library would otherwise inject with style elements. */
function themeCss(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const { variables, light, dark } = defaultCssVariablesResolver(merged);
  const css = convertCssVariables({ variables: without(variables), light: without(light), dark: without(dark) }, ":root");
  const classes = Object.entries(merged.breakpoints).map(
    ([name, width]) =>
      `@media (width < ${width}){.mantine-visible-from-${name}{display:none!important}}@media (width >= ${width}){.mantine-hidden-from-${name}{display:none!important}}`,
  );
  return `@layer mantine{${css}${classes.join("")}}`;
}

const themeSheet: Plugin = {
  name: "coffer-theme",
  resolveId: (id) => (id === ID ? RESOLVED : null),
  load: (id) => (id === RESOLVED ? themeCss() : null),
};

/** Two libraries look for Node's crypto where there is none of the browser; every browser has its own, and the build need not warn of it each time. */
const noNodeCrypto: Plugin = {
  name: "coffer-no-node-crypto",
  enforce: "pre",
  resolveId: (id) => (id === "crypto" ? "\0no-node-crypto" : null),
  load: (id) => (id === "\0no-node-crypto" ? "export {};" : null),
};

export default defineConfig({
  plugins: [noNodeCrypto, react(), themeSheet, firstPaint(), precompress()],
  resolve: { conditions: ["coffer-source", ...defaultClientConditions] },
  // Workers that load a part of theirs later.
  worker: { format: "es" },
  build: {
    outDir: "dist/site",
    target: "es2023",
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [FIRST] } } },
  },
  server: { port: 5173, proxy: { "/api": "http://127.0.0.1:3000" } },
  preview: { proxy: { "/api": "http://127.0.0.1:3000" } },
});
