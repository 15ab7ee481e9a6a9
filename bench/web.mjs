/**
 * `npm run bench -- web`: how long people wait in a real browser, next to what cannot be less: the bare derivation of keys and the bare opening of the same texts in the same browser, an
 * empty page of the same framework with the same styles, from the same server, and `keepassxc-cli ls` over the same items; all in the same run. `--items 1000`: with so many, or a list
 * (`1000,10000,100000`), which also says how each figure grows; `--json FILE`: the rows to a file; `--site DIR`: another build of the site as well, with the same items in the same run, as that
 * of before a change; `--runs 3`: medians of so many; `--only starts,bulk`: these parts alone (web-rows.mjs, and `import`, `keepassxc`).
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { build } from "vite";
import { BROWSER_ARGS, findBrowser } from "../tools/browser.mjs";
import { fileOf } from "./import.mjs";
import { measureWizard } from "./import-wizard.mjs";
import { bareCrypto } from "./in-page-acts.mjs";
import { timeKeePassXC } from "./keepassxc.mjs";
import { openedLengths, PARTS, reloads } from "./web-rows.mjs";
import { openPage } from "./web-steps.mjs";
import { printGrowth, printTable } from "./web-table.mjs";
import { newAccount } from "./world.mjs";

const EMPTY = fileURLToPath(new URL("../.cache/bench-empty", import.meta.url));
const SMALL = 100;
const IMPORTED = 10_000;

/** @returns how many bounds are not kept */
export async function measureWeb(world, { items: sizes, json, site, runs, only }) {
  if (!findBrowser()) throw new Error("There is no Chromium here");
  await build({
    configFile: fileURLToPath(new URL("empty/vite.config.mjs", import.meta.url)),
    root: fileURLToPath(new URL("empty", import.meta.url)),
  });
  const isAsked = (part) => !only || only.includes(part);
  const empty = await world.serve(EMPTY);
  const origins = [...(site ? [[site, await world.serve(site)]] : []), ["this build", world.origin]];
  const small = isAsked("saves") ? await newAccount(world, SMALL, "bench-small") : null;
  const told = [];
  let notKept = 0;
  for (const items of sizes) {
    const account = await newAccount(world, items);
    for (const [name, origin] of origins) {
      const asked = { world: { ...world, origin }, account, small, items, runs, isAsked, empty };
      const found = { name, items, ...(await measureSize(asked)) };
      console.log(`\n${name}, ${items} items, medians of ${runs}:`);
      notKept += printTable(found);
      const before = told.findLast((one) => one.name === name);
      if (before) notKept += printGrowth(before, found);
      told.push(found);
      if (json) writeFileSync(json, JSON.stringify({ at: new Date().toISOString(), told }, null, 2));
    }
  }
  if (isAsked("import")) notKept += await measureWizard(world, fileOf(IMPORTED));
  return notKept;
}

async function measureSize(asked) {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS });
  try {
    const measured = await yardsticks(browser, asked);
    const memory = {};
    for (const [part, measure] of Object.entries(PARTS)) {
      if (!asked.isAsked(part)) continue;
      const found = await measure({ ...asked, browser });
      Object.assign(measured, found.rows);
      Object.assign(memory, found.memory);
    }
    return { measured, memory };
  } finally {
    await browser.close();
  }
}

const OPENED_AT_ONCE = 200;
const timed = (times) => times.map((ms) => ({ ms }));

async function yardsticks(browser, { world, account, empty, items, runs, isAsked }) {
  if (!isAsked("starts")) return {};
  const page = await openPage(browser);
  await page.goto(empty);
  const pages = await reloads(page, runs);
  const keys = await page.evaluate(async (count) => (await globalThis.loadBareKeys()).timeBareKeys(count), runs);
  const opening = [];
  const lengths = await openedLengths(browser, world, account);
  for (let run = -1; run < runs; run++) {
    const ms = await page.evaluate(bareCrypto, { what: "decrypt", lengths, atOnce: OPENED_AT_ONCE });
    if (run >= 0) opening.push(ms);
  }
  await page.context().close();
  const other = isAsked("keepassxc") ? { "keepassxc-cli ls": timed(await timeKeePassXC(items, runs)) } : {};
  return { "empty page": pages, "bare keys": timed(keys), "bare opening": timed(opening), ...other };
}
