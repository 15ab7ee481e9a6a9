/** Writes the service worker (offline/service-worker.js), with the files that the app starts from where there is no server, each with its hash. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { minifySync, type Plugin, type Rolldown } from "vite";
import { type BuiltLanguage, ownName } from "./words.ts";

const NAME = "service-worker.js";
/** Pictures are of the public pages alone. */
const NEEDED = /^index(?:\.\w+)?\.html$|^assets\/.*\.(?:js|css|woff2)$/;

const sha256 = (contents: string | Uint8Array): string => createHash("sha256").update(contents).digest("base64");

const contentsOf = (file: Rolldown.OutputChunk | Rolldown.OutputAsset) => (file.type === "chunk" ? file.code : file.source);

/** Address and integrity (as in HTML) of each, by address: the same build writes the same. */
function listOf(bundle: Rolldown.OutputBundle): Readonly<Record<string, string>> {
  const needed = Object.values(bundle).filter(({ fileName }) => NEEDED.test(fileName));
  const rows = needed.map((file) => [`/${file.fileName}`, `sha256-${sha256(contentsOf(file))}`] as const);
  return Object.fromEntries(rows.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** One for each language: a device keeps the files of the language that it uses, and no others. */
export function appFiles(language: BuiltLanguage): Plugin {
  let outDir = "";
  return {
    name: "coffer-app-files",
    apply: "build",
    configResolved: ({ root, build }) => {
      outDir = join(root, build.outDir);
    },
    async writeBundle(_, bundle) {
      const list = JSON.stringify(listOf(bundle));
      const source = readFileSync(fileURLToPath(new URL(`offline/${NAME}`, import.meta.url)), "utf8")
        .replace("const FILES = {};", `const FILES = ${list};`)
        .replace('"/index.html"', JSON.stringify(`/${ownName("index.html", language)}`))
        .replace('const BUILD = "";', `const BUILD = ${JSON.stringify(sha256(list).replace(/\W/g, "").slice(0, 12))};`);
      await writeFile(join(outDir, ownName(NAME, language)), minifySync(NAME, source).code);
    },
  };
}
