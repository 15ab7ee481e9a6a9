/** Builds the extension: one folder for each browser, to be loaded as it is, and a zip of each whose bytes depend on nothing but the sources. An argument names another place for them than `dist`. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { OF_SOURCES, TRANSLATED, tableOf } from "../../tools/words/files.mjs";
import { messagesIn } from "./browser-texts.mjs";
import { EVERY_PAGE, MANIFESTS, SCRIPTS } from "./manifest.mjs";
import { zipOf } from "./zip.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const OUT = resolve(process.argv[2] ?? join(HERE, "dist"));
const SHARED = join(OUT, "shared");

/** @param mode - of a language whose words are in it */
const buildScript = ({ name, entry, format }, mode = "production") =>
  build({
    root: HERE,
    mode,
    configFile: join(HERE, "vite.scripts.config.ts"),
    logLevel: "warn",
    build: {
      outDir: mode === "production" ? SHARED : join(SHARED, mode),
      emptyOutDir: false,
      copyPublicDir: false,
      target: "es2023",
      // Workers of extensions load nothing later: all of a script is one file.
      rolldownOptions: { output: { codeSplitting: false } },
      lib: { entry: join(HERE, entry), formats: [format], name, fileName: () => `${name}.js` },
    },
  });

/** What there is to warn of is the same in all languages. A file of two is one: where it is named as the other's and is another, its name says too little. */
async function buildPages(mode) {
  const isFirst = mode === "production";
  const outDir = isFirst ? SHARED : join(OUT, mode);
  const configFile = join(HERE, "vite.config.ts");
  await build({ root: HERE, mode, configFile, logLevel: isFirst ? "warn" : "error", build: { outDir, emptyOutDir: true } });
  if (isFirst) return;
  for (const name of filesBelow(outDir)) {
    const [from, to] = [join(outDir, name), join(SHARED, name)];
    if (existsSync(to) && !readFileSync(to).equals(readFileSync(from))) throw new Error(`${name} is another file in ${mode}`);
    cpSync(from, to);
  }
  rmSync(outDir, { recursive: true });
}

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

for (const folder of [SHARED, ...Object.keys(MANIFESTS).map((browser) => join(OUT, browser))])
  rmSync(folder, { recursive: true, force: true });
// One process, which is warm from the second build on.
for (const mode of ["production", ...TRANSLATED]) await buildPages(mode);
for (const script of SCRIPTS) await buildScript(script);
for (const script of SCRIPTS) if (script.hasWords) for (const mode of TRANSLATED) await buildScript(script, mode);
for (const code of [OF_SOURCES, ...TRANSLATED]) {
  mkdirSync(join(SHARED, "_locales", code), { recursive: true });
  writeFileSync(join(SHARED, "_locales", code, "messages.json"), messagesIn(code === OF_SOURCES ? {} : tableOf(code)));
}
const tooLarge = SCRIPTS.map(({ name, most }) => ({
  name,
  most,
  bytes: gzipSync(readFileSync(join(SHARED, `${name}.js`)), { level: 9 }).length,
}))
  .filter(({ bytes, most }) => bytes > most)
  .map(({ name, most, bytes }) => `${name}.js has ${bytes} bytes compressed, at most ${most}`);
const everywhere = EVERY_PAGE.scripts.reduce((sum, name) => sum + readFileSync(join(SHARED, `${name}.js`)).length, 0);
if (everywhere > EVERY_PAGE.most) tooLarge.push(`what runs in every page has ${everywhere} bytes, at most ${EVERY_PAGE.most}`);
if (tooLarge.length > 0) throw new Error(tooLarge.join("; "));
for (const [browser, manifest] of Object.entries(MANIFESTS)) {
  const folder = join(OUT, browser);
  mkdirSync(folder, { recursive: true });
  cpSync(SHARED, folder, { recursive: true });
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(
    join(OUT, `coffer-${browser}.zip`),
    zipOf(filesBelow(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))),
  );
}
rmSync(SHARED, { recursive: true });
