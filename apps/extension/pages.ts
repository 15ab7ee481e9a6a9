/** The pages of the extension: all have one head (`page.html`) and differ in what they start. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "vite";
import { BUILT_LANGUAGES } from "./languages.ts";

/** Page → the file below `src/pages` that starts it. */
const PAGES: Readonly<Record<string, string>> = {
  popup: "splash.ts",
  panel: "splash.ts",
  vault: "splash.ts",
  options: "splash.ts",
  save: "save.tsx",
  menu: "menu.ts",
  auth: "auth.tsx",
  passkey: "passkey.tsx",
};

const HERE = import.meta.dirname;
const TEMPLATE = readFileSync(join(HERE, "page.html"), "utf8");
/** As it is built. */
const SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/g;

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
  transformIndexHtml: {
    order: "post",
    /** What draws nothing before its words are there begins with the choice of its language (src/pages/first.ts), and loads that of the sources meanwhile. */
    handler(html, { path }) {
      const [script, ...more] = html.match(SCRIPT) ?? [];
      if (PAGES[basename(path, ".html")] === "splash.ts") return html;
      if (script === undefined || more.length > 0) throw new Error(`${path} has another beginning than one script`);
      return html.replace(
        SCRIPT,
        '<script type="module" src="/first.js" data-begins="$1"></script>\n    <link rel="modulepreload" crossorigin href="$1">',
      );
    },
  },
};

/** The faces of the web app: on this device already, so no one waits for them. */
export const faces: Plugin = {
  name: "coffer-faces",
  enforce: "pre",
  resolveId: (id) => (id === "virtual:faces.css" ? join(HERE, "../web/src/fonts.css") : null),
};

/** For the choice between the languages of this build. */
export const builtLanguages: Plugin = {
  name: "coffer-built-languages",
  resolveId: (id) => (id === "virtual:built-languages" ? `\0${id}` : null),
  load: (id) => (id === "\0virtual:built-languages" ? `export const BUILT = ${JSON.stringify(BUILT_LANGUAGES)};` : null),
};

/** What a page loads in another language than that of the sources (src/pages/own-language.ts), by the name of its file there: whatever that needs, its sheets too, comes with it. */
const STARTED: Readonly<Record<string, string>> = {
  main: "main.tsx",
  save: "save.tsx",
  menu: "menu.ts",
  auth: "auth.tsx",
  passkey: "passkey.tsx",
};
export const STARTS = Object.fromEntries(Object.keys(STARTED).map((name) => [name, join(HERE, `start-${name}.js`)]));

export const starts: Plugin = {
  name: "coffer-starts",
  enforce: "pre",
  resolveId: (id) => (Object.values(STARTS).includes(id) ? id : null),
  load(id) {
    const [, file] = Object.entries(STARTED).find(([name]) => STARTS[name] === id) ?? [];
    return file === undefined ? null : `import(${JSON.stringify(join(HERE, "src/pages", file))});`;
  },
};
