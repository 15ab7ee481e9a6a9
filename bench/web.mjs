/**
 * `npm run bench -- web`: how long people wait for their list in a real browser, next to what cannot be less: the bare derivation of keys in the same browser, and an empty
 * page of the same framework with the same styles, from the same server in the same run. `--items 1000`: with so many; `--json FILE`: the rows to a file; `--site DIR`: another build
 * of the site as well, with the same items in the same run, as that of before a change; `--runs 3`: medians of so many.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { build } from "vite";
import { BROWSER_ARGS, findBrowser } from "../tools/browser.mjs";
import { readNoted } from "./in-page.mjs";
import { median } from "./measure.mjs";
import { fillSignIn, lockAndType, openPage, pressEnter, REST_MS, reload, search } from "./web-steps.mjs";
import { newAccount } from "./world.mjs";

const EMPTY = fileURLToPath(new URL("../.cache/bench-empty", import.meta.url));

/** Name, what it is compared with, and what the ratio may be at most. */
const ROWS = [
  ["new device", "bare keys", 2],
  ["reload", "empty page", 1.5],
  ["reload", "unlock", 0.5],
  ["unlock", "bare keys", 1.25],
];

/** A frame of the screen, and one more to draw in: 95 of 100 letters. */
const KEY_MS = 33;
/** @returns how many bounds are not kept */
export async function measureWeb(world, { items, json, site, runs }) {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error("There is no Chromium here");
  await build({
    configFile: fileURLToPath(new URL("empty/vite.config.mjs", import.meta.url)),
    root: fileURLToPath(new URL("empty", import.meta.url)),
  });
  const empty = await world.serve(EMPTY);
  const account = await newAccount(world, items);
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  try {
    const yards = await yardsticks(browser, empty, runs);
    const origins = [...(site ? [[site, await world.serve(site)]] : []), ["this build", world.origin]];
    let notKept = 0;
    for (const [name, origin] of origins) {
      const at = { ...world, origin };
      const measured = {
        ...yards,
        "new device": await newDevices(browser, at, account, runs),
        ...(await ownDevice(browser, at, account, runs)),
      };
      if (json && origin === world.origin) writeFileSync(json, JSON.stringify({ items, at: new Date().toISOString(), measured }, null, 2));
      console.log(`\n${name}, ${items} items, medians of ${runs}:`);
      notKept = print(measured);
    }
    return notKept;
  } finally {
    await browser.close();
  }
}

/** After the first, which fills the cache of files. */
async function reloads(page, count) {
  const runs = [];
  for (let run = -1; run < count; run++) {
    await reload(page);
    if (run >= 0) runs.push(await page.evaluate(readNoted, false));
    await page.waitForTimeout(run < 0 ? REST_MS : REST_MS / 2);
  }
  return runs;
}

async function yardsticks(browser, origin, runs) {
  const page = await openPage(browser);
  await page.goto(origin);
  const pages = await reloads(page, runs);
  const keys = await page.evaluate(async (count) => (await globalThis.loadBareKeys()).timeBareKeys(count), runs);
  await page.context().close();
  return { "empty page": pages, "bare keys": keys.map((ms) => ({ ms, longest: 0, calls: 0, files: 0 })) };
}

async function signIn(page, world, account) {
  await fillSignIn(page, world, account);
  await pressEnter(page);
}

async function newDevices(browser, world, account, count) {
  const runs = [];
  for (let run = -1; run < count; run++) {
    const page = await openPage(browser);
    await signIn(page, world, account);
    if (run >= 0) runs.push(await page.evaluate(readNoted, true));
    await page.context().close();
  }
  return runs;
}

async function ownDevice(browser, world, account, count) {
  const page = await openPage(browser);
  await signIn(page, world, account);
  await page.waitForTimeout(REST_MS);
  const reloaded = await reloads(page, count);
  const unlock = [];
  for (let run = -1; run < count; run++) {
    await lockAndType(page, account);
    await pressEnter(page);
    if (run >= 0) unlock.push(await page.evaluate(readNoted, true));
    await page.waitForTimeout(REST_MS);
  }
  const keys = await searching(page);
  await page.context().close();
  return { reload: reloaded, unlock, "key stroke": keys };
}

/** @returns how long each letter of a search took */
async function searching(page) {
  await search(page);
  return (await page.evaluate(() => globalThis.noted.keys)).map((ms) => ({ ms, longest: 0, calls: 0, files: 0 }));
}

const of = (runs, name) => median(runs.map(({ [name]: value }) => value));

function print(measured) {
  for (const [name, runs] of Object.entries(measured)) {
    const all = runs.map(({ ms }) => ms.toFixed(0)).join(" ");
    console.log(
      `${name.padEnd(12)} ${of(runs, "ms").toFixed(0).padStart(6)} ms   longest task ${of(runs, "longest").toFixed(0).padStart(4)} ms   files ${of(runs, "files")}   calls ${of(runs, "calls")}   (${all})`,
    );
  }
  const kept = ROWS.map(([name, peer, most]) => {
    const ratio = of(measured[name], "ms") / of(measured[peer], "ms");
    console.log(`${ratio <= most ? "kept    " : "NOT KEPT"} ${name} is ${ratio.toFixed(2)} × ${peer}, at most ${most}`);
    return ratio <= most;
  });
  const keys = measured["key stroke"].map(({ ms }) => ms).sort((a, b) => a - b);
  const slow = keys[Math.ceil(keys.length * 0.95) - 1];
  kept.push(slow <= KEY_MS);
  console.log(`${slow <= KEY_MS ? "kept    " : "NOT KEPT"} 95 of 100 key strokes take at most ${slow.toFixed(0)} ms, at most ${KEY_MS}`);
  return kept.filter((isKept) => !isKept).length;
}
