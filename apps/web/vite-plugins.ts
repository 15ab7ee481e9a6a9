/** What every build of the app needs in addition to its sources: the UI library's variables as a style sheet, no look for Node's crypto, and no writer of JSON schemas or of what is wrong with a value. */
import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from "@mantine/core";
import type { Plugin } from "vite";
import { theme } from "../../packages/app/src/theme.ts";

/** Colours that the app does not use; their variables are left out. */
const UNUSED = /^--mantine-color-(?:pink|grape|violet|indigo|cyan|lime|blue|teal|orange)-/;
/** Constants stay where they are: the list of public suffixes is one long text, and the bundler would write it out at each of the places that read it. */
export const optimization = { inlineConst: false } as const;

const ID = "virtual:theme.css";
/** Rooted so that the style sheet pipeline takes it for a file. */
const RESOLVED = "/@virtual/theme.css";

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
  // It is the first sheet of a page that has none in its HTML: the first sheet that names the layers sets their order.
  return `@layer base,mantine;@layer mantine{${css}${classes.join("")}}`;
}

export const themeSheet: Plugin = {
  name: "coffer-theme",
  resolveId: (id) => (id === ID ? RESOLVED : null),
  load: (id) => (id === RESOLVED ? themeCss() : null),
};

/** Two libraries look for Node's crypto where there is none of the browser; every browser has its own, and the build need not warn of it each time. */
export const noNodeCrypto: Plugin = {
  name: "coffer-no-node-crypto",
  enforce: "pre",
  resolveId: (id) => (id === "crypto" ? "\0no-node-crypto" : null),
  load: (id) => (id === "\0no-node-crypto" ? "export {};" : null),
};

const SCHEMA_WRITERS = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;

/** What is wrong with a value, in English: no one reads it here, where only answers of the server are looked at. */
const SCHEMA_WORDS = /\/zod\/v4\/locales\/en\.js$/;

/** The contract is written down as JSON schemas on the server alone; a tenth of what a sign-in loads would be the code that does it, which every schema points to. */
export const noSchemaWriters: Plugin = {
  name: "coffer-no-schema-writers",
  enforce: "pre",
  transform(code, id) {
    if (SCHEMA_WORDS.test(id)) return { code: 'export default () => ({ localeError: () => "Invalid" });', map: null };
    if (!SCHEMA_WRITERS.test(id)) return null;
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm), ...code.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map(
      ([, name]) => name,
    );
    const never = 'const never = () => { throw new Error("No JSON schemas are written here"); };\n';
    return { code: `${never}${names.map((name) => `export { never as ${name} };`).join("\n")}`, map: null };
  },
};

const DECLARED = /\/packages\/contract\/src\/[\w-]+\.ts$/;
const SUMMARY = /\bsummary:\s*(?:"[^"\n]*"|`[^`]*`)/g;

/** One line about each call, for the documentation. */
export const noSummaries: Plugin = {
  name: "coffer-no-summaries",
  enforce: "pre",
  transform: (code, id) => (DECLARED.test(id) ? { code: code.replace(SUMMARY, 'summary: ""'), map: null } : null),
};
