/** The pages of the extension: all have one head (`page.html`) and differ in what they start. */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "vite";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../../packages/core/src/device/languages.ts";

/** Page → the file below `src/pages` that starts it. */
const PAGES: Readonly<Record<string, string>> = {
  popup: "splash.ts",
  panel: "splash.ts",
  vault: "splash.ts",
  options: "splash.ts",
  save: "begin.ts",
  menu: "begin.ts",
  auth: "begin.ts",
  passkey: "begin.ts",
};

const HERE = import.meta.dirname;
const TEMPLATE = readFileSync(join(HERE, "page.html"), "utf8");

export const PAGE_FILES: readonly string[] = Object.keys(PAGES).map((name) => `${name}.html`);

/** Gives the bundler each page as if it were a file. */
export const pages: Plugin = {
  name: "coffer-pages",
  enforce: "pre",
  resolveId: (id) => (PAGE_FILES.includes(id) ? join(HERE, id) : null),
  load(id) {
    const script = id.startsWith(HERE) ? PAGES[basename(id, ".html")] : undefined;
    return script === undefined || !id.endsWith(".html") ? null : TEMPLATE.replace("%SCRIPT%", script);
  },
};

/** The faces of the web app: on this device already, so no one waits for them. */
export const faces: Plugin = {
  name: "coffer-faces",
  enforce: "pre",
  resolveId: (id) => (id === "virtual:faces.css" ? join(HERE, "../web/src/fonts.css") : null),
};

/** Those that there is a table of words for, that of the sources first. */
export const BUILT_LANGUAGES = LANGUAGES.filter(
  ({ code }) => code === DEFAULT_LANGUAGE || existsSync(join(HERE, `../../packages/app/src/words/${code}.json`)),
);

/** For the choice between them. */
export const builtLanguages: Plugin = {
  name: "coffer-built-languages",
  resolveId: (id) => (id === LANGUAGES_OF_BUILD ? `\0${id}` : null),
  load: (id) => (id === `\0${LANGUAGES_OF_BUILD}` ? `export const BUILT = ${JSON.stringify(BUILT_LANGUAGES)};` : null),
};
const LANGUAGES_OF_BUILD = "virtual:built-languages";

/** What pages start by its name (src/pages/own-language.ts): each is a file of another language, which loads what it needs with its sheets. */
const STARTED: Readonly<Record<string, string>> = {
  main: "main.tsx",
  save: "save.tsx",
  menu: "menu.ts",
  auth: "auth.tsx",
  passkey: "passkey.tsx",
};
const startOf = (name: string): string => join(HERE, `start-${name}.js`);
export const STARTS = Object.fromEntries(Object.keys(STARTED).map((name) => [name, startOf(name)]));

export const starts: Plugin = {
  name: "coffer-starts",
  enforce: "pre",
  resolveId: (id) => (Object.values(STARTS).includes(id) ? id : null),
  load(id) {
    const file = Object.entries(STARTED).find(([name]) => startOf(name) === id)?.[1];
    return file === undefined ? null : `import(${JSON.stringify(join(HERE, "src/pages", file))});`;
  },
};
