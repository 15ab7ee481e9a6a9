/** Builds the web app, once for each language that has a table of words: in one folder, where files that are equal are one. */
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { TRANSLATED } from "../../tools/words/files.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
// One after another: each takes what it can get of the processor, and one process is warm from the second build on. What there is to warn of is the same in all.
for (const mode of ["production", ...TRANSLATED]) await build({ root, mode, logLevel: mode === "production" ? "warn" : "error" });
