/** A real Chromium with the real extension, kept from every other address. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { BROWSER_ARGS, findBrowser } from "../../tools/browser.mjs";
import { ROOT } from "../../tools/ensure.mjs";

const EXTENSION = join(ROOT, "apps/extension/dist/chromium");

/**
 * @param {{ hosts?: string[], args?: string[], others?: string[], folder?: string }} [options] `hosts`: further names that lead to this machine. `args`: further
 * arguments of the browser. `others`: folders of further extensions. `folder`: its profile, which then stays; a new one where none is named.
 * @returns the browser's context, the extension's worker, and how to close both.
 */
export async function openBrowser({ hosts = [], args = [], others = [], folder } = {}) {
  const profile = folder ?? mkdtempSync(join(tmpdir(), "coffer-gym-"));
  const mapped = [...hosts.map((host) => `MAP ${host} 127.0.0.1`), "MAP * ~NOTFOUND", "EXCLUDE 127.0.0.1", "EXCLUDE localhost"].join(", ");
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    headless: true,
    viewport: { width: 1280, height: 900 },
    ignoreDefaultArgs: ["--disable-extensions"],
    args: [
      ...BROWSER_ARGS,
      "--headless=new",
      `--disable-extensions-except=${[EXTENSION, ...others].join(",")}`,
      `--load-extension=${[EXTENSION, ...others].join(",")}`,
      `--host-resolver-rules=${mapped}`,
      ...args,
    ],
  });
  const worker = await workerOf(context);
  const close = async () => {
    await within(10_000, context.close()).catch(() => undefined);
    if (folder === undefined) rmSync(profile, { recursive: true, force: true });
  };
  return { context, worker, close };
}

/** The worker, woken if it sleeps. */
export async function workerOf(context) {
  return context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker", { timeout: 20_000 }));
}

/** @throws when the work takes longer. */
export function within(milliseconds, work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
