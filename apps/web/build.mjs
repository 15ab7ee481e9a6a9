/** Builds the web app, once for each language that has a table of words: in one folder, where files that are equal are one. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DEFAULT_LANGUAGE, LANGUAGES } from "@coffer/core/device/languages";
import { build } from "vite";

const root = fileURLToPath(new URL(".", import.meta.url));
const hasWords = (code) => existsSync(new URL(`../../packages/app/src/words/${code}.json`, import.meta.url));
const others = LANGUAGES.map(({ code }) => code).filter((code) => code !== DEFAULT_LANGUAGE && hasWords(code));

// One after another: each takes what it can get of the processor, and one process is warm from the second build on. What there is to warn of is the same in all.
for (const mode of ["production", ...others]) await build({ root, mode, logLevel: mode === "production" ? "warn" : "error" });
