/** The known answers of the crypto layer hold in Chromium as they do in Node. */

import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { build } from "vite";
import { newProfile, useProduct } from "./world.ts";

const product = useProduct();

const SUITE = fileURLToPath(new URL("../../packages/crypto/src/testing/vector-suite.ts", import.meta.url));

async function bundle(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), "coffer-vectors-"));
  const lib = { entry: SUITE, name: "suite", formats: ["iife" as const], fileName: () => "suite.js" };
  const rolldownOptions = { external: ["crypto"], output: { globals: { crypto: "undefined" } } };
  await build({ configFile: false, logLevel: "error", build: { outDir, lib, rolldownOptions, minify: false } });
  return readFileSync(join(outDir, "suite.js"), "utf8");
}

test("every published and pinned vector holds in the browser", async ({ browser }) => {
  const page = await newProfile(browser, { bypassCSP: true });
  await page.goto(product.origin);
  await page.addScriptTag({ content: `${await bundle()}\nwindow.suite = suite;` });
  const results = await page.evaluate(() => {
    const { suite } = window as unknown as { suite: { runVectorSuite(): Promise<{ name: string; ok: boolean }[]> } };
    return suite.runVectorSuite();
  });
  expect(results.length).toBeGreaterThan(500);
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
});
