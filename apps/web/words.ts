/**
 * Builds the app in another language than that of its sources: its words are put in here, so that none of them waits for a table in a browser. Its page, its service worker and
 * its manifest have names of their own; every other file is named by its content and may be shared by languages.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../../packages/core/src/device/languages.ts";
import { tableOf } from "../../tools/words/files.mjs";
import { pageIn } from "../../tools/words/page-texts.mjs";
import { translate } from "../../tools/words/translate.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const OUR_SOURCES = /\/(?:packages|apps)\/[\w-]+\/src\/.*\.tsx?$/;
const MANIFEST = "manifest.webmanifest";

type Table = Readonly<Record<string, string | null>>;

/** The languages that there is a table for. Vite knows one by the mode of its build: that of the sources has those of Vite. */
export const languageOfMode = (mode: string) => LANGUAGES.find(({ code }) => code === mode) ?? LANGUAGES[0];
export type BuiltLanguage = ReturnType<typeof languageOfMode>;
const isOfSources = ({ code }: BuiltLanguage): boolean => code === DEFAULT_LANGUAGE;

/** `index.html` is `index.de.html` in German. */
export const ownName = (name: string, language: BuiltLanguage): string =>
  isOfSources(language) ? name : name.replace(/(?=\.\w+$)/, `.${language.code}`);

/** For the app and for its workers, which are built apart. */
export function words(language: BuiltLanguage): Plugin[] {
  if (isOfSources(language)) return [];
  const table: Table = tableOf(language.code);
  const plugin: Plugin = {
    name: "coffer-words",
    enforce: "pre",
    transform: {
      filter: { id: OUR_SOURCES },
      handler: (code, id) => ({ code: translate(relative(ROOT, id).split(sep).join("/"), code, table), map: null }),
    },
  };
  return [plugin];
}

const htmlIn = (html: string, table: Table, { code, direction }: BuiltLanguage): string =>
  pageIn(html, table).replace('<html lang="en"', `<html lang="${code}" dir="${direction}"`);

function manifestIn(table: Table, { code, direction }: BuiltLanguage): string {
  const manifest = JSON.parse(readFileSync(new URL(`public/${MANIFEST}`, import.meta.url), "utf8")) as { description: string };
  const { description } = manifest;
  return JSON.stringify({ ...manifest, lang: code, dir: direction, description: table[description] ?? description });
}

/** The page and what goes with it. A file that another language has built is the same, or the build fails. */
export function pageOfLanguage(language: BuiltLanguage): Plugin[] {
  if (isOfSources(language)) return [];
  const table: Table = tableOf(language.code);
  const manifest = ownName(MANIFEST, language);
  let outDir = "";
  const plugin: Plugin = {
    name: "coffer-page-of-language",
    apply: "build",
    configResolved: ({ root, build }) => {
      outDir = join(root, build.outDir);
    },
    transformIndexHtml: { order: "pre", handler: (html) => htmlIn(html, table, language).replace(`/${MANIFEST}`, `/${manifest}`) },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("The page is not where it is looked for");
        delete bundle["index.html"];
        this.emitFile({ type: "asset", fileName: ownName("index.html", language), source: page.source });
        this.emitFile({ type: "asset", fileName: manifest, source: manifestIn(table, language) });
        for (const file of Object.values(bundle)) {
          const [path, contents] = [join(outDir, file.fileName), file.type === "chunk" ? file.code : file.source];
          if (file.fileName.startsWith("assets/") && existsSync(path) && !readFileSync(path).equals(Buffer.from(contents)))
            throw new Error(`${file.fileName} is another file in ${language.name}`);
        }
      },
    },
  };
  return [plugin];
}
