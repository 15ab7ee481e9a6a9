/** Which sources hold texts that people read, and the tables of the languages. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TABLES = "packages/app/src/words";

const SPOKEN = /^(?:packages\/(?:app|client|core)\/src|apps\/(?:web|extension)\/src|packages\/contract\/src).*\.tsx?$/;
/** What the browser says of the extension. */
const OF_THE_BROWSER = "apps/extension/browser-texts.mjs";
/** Tests, what tests are made of, and the words of other programs' files, by which an import knows them. */
const UNSPOKEN = /\.test\.|\/testing\/|\/words\/|\/transfer\/(?:formats|rows|readers)\/|column-synonyms|wordlist/;

/** @param path - from the repository's root, with slashes */
export const hasTexts = (path) => path === OF_THE_BROWSER || (SPOKEN.test(path) && !UNSPOKEN.test(path));

/** That of the sources, which needs no table. */
export const OF_SOURCES = "en";

/** The languages that have a table. */
export const TRANSLATED = readdirSync(join(ROOT, TABLES)).map((name) => name.replace(".json", ""));

/** English text → translation; null: no text. @param language - one of TRANSLATED */
export const tableOf = (language) => JSON.parse(readFileSync(join(ROOT, TABLES, `${language}.json`), "utf8"));
