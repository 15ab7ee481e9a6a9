/** The pages of the extension: all have one head (`page.html`) and differ in what they start. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "vite";

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
