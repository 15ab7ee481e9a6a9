/** Reads pages once, for the fit of weights: what the engine would weigh at every field, without a role. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { build } from "vite";
import { BROWSER_ARGS, findBrowser } from "../../tools/browser.mjs";
import { ROOT } from "../../tools/ensure.mjs";
import { serveFolder } from "./serve.mjs";

/** A module of Coffer's as one script, as the extension is built. */
async function bundled(code, format) {
  const folder = mkdtempSync(join(tmpdir(), "coffer-fit-"));
  const entry = join(folder, "entry.ts");
  writeFileSync(entry, code);
  const [{ output }] = await build({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    build: { write: false, target: "es2023", minify: false, lib: { entry, formats: [format], name: "coffer", fileName: () => "out.js" } },
  });
  rmSync(folder, { recursive: true });
  return output[0].code;
}

const source = (path) => JSON.stringify(join(ROOT, "packages/fill/src", path));

/** In a page: its forms with the facts of their fields; \`at\` is the place of a field among all. */
const READER = `
import { readPage } from ${source("page/read-page.ts")};
import { surroundingsOf } from ${source("page/form-groups.ts")};
export const read = () => {
  const { controls, forms, once } = readPage(document, false, new Date().getFullYear());
  return forms.map(({ holder, facts }) => ({
    surroundings: surroundingsOf(holder, once),
    facts: facts.map(({ control, maxLength, ...rest }) => ({ ...rest, maxLength: Math.min(maxLength, 1e6), at: controls.indexOf(control), truth: control.dataset.expect ?? "none" })),
  }));
};`;

/** @returns the engine's weighing, for facts that were read before. */
export async function loadEngine() {
  const code = await bundled(
    `export { assignPage } from ${source("classify/assign-page.ts")}; export { NEW_PASSWORD } from ${source("classify/weights.ts")};`,
    "es",
  );
  return import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
}

/** @param files - names below the folder. @returns the forms by file; scripts of the pages do not run. */
export async function readPages(folder, files) {
  const { origin, stop } = await serveFolder(folder);
  const code = await bundled(READER, "iife");
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [...BROWSER_ARGS, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const forms = new Map();
  for (const file of files) {
    await page.goto(`${origin}/${encodeURIComponent(file)}?still`, { waitUntil: "load", timeout: 8000 }).catch(() => undefined);
    forms.set(file, await page.evaluate(`${code}; coffer.read()`).catch(() => []));
  }
  await browser.close();
  stop();
  return forms;
}
