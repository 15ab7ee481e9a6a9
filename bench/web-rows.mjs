/** The rows of `npm run bench -- web`: each part signs in on a device of its own and adds what it has measured. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { BROWSER_ARGS, findBrowser } from "../tools/browser.mjs";
import { readNoted } from "./in-page.mjs";
import { noteActs, noteOpened } from "./in-page-acts.mjs";
import { openLine } from "./line.mjs";
import { BULK, deleteMany, moveMany, openItems, saveItems, saveItemsOffline, scroll, sealAlone } from "./web-acts.mjs";
import { fillSignIn, lockAndType, openPage, prepare, pressEnter, REST_MS, reload, rowsSeen, search, typePassword } from "./web-steps.mjs";

const SCREENS = 20;
const BULK_VAULT = "Another place";
/** Bulk acts and cold starts take long. */
const few = (runs) => Math.min(runs, 3);

/** A part: what is asked for by `--only`, and what measures it. @returns rows by name, and `memory` by when */
export const PARTS = { starts, letters, memory, acts, saves, bulk, offline };

/** A while afterwards, so that what followed the rows is told too. */
async function noted(page, isFromPress) {
  await page.waitForTimeout(REST_MS / 2);
  return page.evaluate(readNoted, isFromPress);
}

/** After the first, which fills the cache of files. */
export async function reloads(page, count) {
  const runs = [];
  for (let run = -1; run < count; run++) {
    await reload(page);
    const timing = await noted(page, false);
    if (run >= 0) runs.push(timing);
    else await page.waitForTimeout(REST_MS / 2);
  }
  return runs;
}

async function signIn(browser, world, account, ...scripts) {
  const page = await openPage(browser, scripts);
  await fillSignIn(page, world, account);
  await pressEnter(page);
  return page;
}

async function signedIn(browser, world, account, ...scripts) {
  const page = await signIn(browser, world, account, ...scripts);
  await page.waitForTimeout(REST_MS);
  return page;
}

/** @returns how long each text was that a new device opens before its rows */
export async function openedLengths(browser, world, account) {
  const page = await signIn(browser, world, account, noteOpened);
  const lengths = await page.evaluate(() => globalThis.openedLengths);
  await page.context().close();
  return lengths;
}

async function starts({ browser, world, account, runs: count }) {
  const fresh = [];
  for (let run = -1; run < count; run++) {
    const page = await signIn(browser, world, account);
    const timing = await noted(page, true);
    if (run >= 0) fresh.push(timing);
    await page.context().close();
  }
  const page = await signedIn(browser, world, account);
  const reloaded = await reloads(page, count);
  const unlock = [];
  for (let run = -1; run < count; run++) {
    await lockAndType(page, account);
    await pressEnter(page);
    const timing = await noted(page, true);
    if (run >= 0) unlock.push(timing);
    await page.waitForTimeout(REST_MS / 2);
  }
  await page.context().close();
  return { rows: { "new device": fresh, reload: reloaded, unlock } };
}

async function letters({ browser, world, account }) {
  const page = await signedIn(browser, world, account);
  // Health looks at the whole vault some seconds after a start.
  await page.waitForTimeout(3 * REST_MS);
  await search(page);
  const { keys, tasks } = await page.evaluate(() => globalThis.noted);
  await page.context().close();
  const longest = ({ from, to }) =>
    Math.max(
      0,
      ...tasks.filter(({ startTime, duration }) => startTime + duration > from && startTime < to).map(({ duration }) => duration),
    );
  // The row takes the longest of all letters.
  const worst = Math.max(...keys.map(longest));
  return { rows: { "key stroke": keys.map(({ from, to }) => ({ ms: to - from, longest: worst, after: 0 })) } };
}

/** Megabytes of the page's own script heap, when all was collected that can be. */
async function heapOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  for (let turn = 0; turn < 3; turn++) await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize / 1024 / 1024;
}

async function memory({ browser, world, account }) {
  const page = await signedIn(browser, world, account);
  await page.waitForTimeout(REST_MS);
  const fresh = await heapOf(page);
  await reload(page);
  await page.waitForTimeout(2 * REST_MS);
  const reloaded = await heapOf(page);
  await search(page);
  await page.waitForTimeout(REST_MS);
  const searched = await heapOf(page);
  await page.context().close();
  return { rows: {}, memory: { "new device": fresh, reload: reloaded, "reload and search": searched } };
}

async function acts({ browser, world, account, runs }) {
  const page = await signedIn(browser, world, account, noteActs);
  const opened = await openItems(page, runs);
  const scrolled = await scroll(page, SCREENS);
  await page.context().close();
  return { rows: { "open an item": opened, "scroll a screen": scrolled } };
}

async function saves({ browser, world, account, small, runs }) {
  const rows = {};
  for (const [vault, of] of [
    [small, " of 100"],
    [account, ""],
  ]) {
    const page = await signedIn(browser, world, vault, noteActs);
    rows[`save one${of}`] = await saveItems(page, runs);
    rows[`save one offline${of}`] = await saveItemsOffline(page, runs);
    await page.context().close();
  }
  return { rows };
}

async function bulk({ browser, world, account, items, runs }) {
  if (items < 2 * BULK) return { rows: {} };
  if (!account.hasPlace) await account.device.client.vault.createVault({ name: BULK_VAULT, description: "" });
  account.hasPlace = true;
  const page = await signedIn(browser, world, account, noteActs);
  const moved = await moveMany(page, BULK_VAULT, few(runs));
  const deleted = await deleteMany(page, few(runs));
  const alone = await sealAlone(page, runs);
  await page.context().close();
  return { rows: { "move 1,000": moved, "delete 1,000": deleted, "sealing 1,000 items": alone } };
}

/** Longer than a browser waits before it writes down that someone is signed in. */
const WRITTEN_MS = 6_000;

/** A browser that is started where its server cannot be reached: until the lock's form, and from the press to the rows. */
async function offline({ world, account, runs }) {
  const profile = mkdtempSync(join(tmpdir(), "coffer-bench-"));
  const line = await openLine(world.origin);
  const start = async () => {
    const context = await chromium.launchPersistentContext(profile, { executablePath: findBrowser(), args: BROWSER_ARGS });
    return prepare(await context.newPage());
  };
  try {
    const first = await start();
    await fillSignIn(first, { ...world, origin: line.origin }, account);
    await pressEnter(first);
    await first.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 60_000 });
    await first.waitForTimeout(WRITTEN_MS);
    await first.context().close();
    await line.cut();
    const rows = { "cold start offline, form": [], "cold start offline, unlock": [] };
    for (let run = 0; run < few(runs); run++) {
      const page = await start();
      await page.goto(`${line.origin}/all-items`);
      rows["cold start offline, form"].push({ ms: await page.evaluate(() => globalThis.formSeen) });
      await typePassword(page, account.password);
      await page.keyboard.press("Enter");
      await rowsSeen(page);
      rows["cold start offline, unlock"].push(await noted(page, true));
      await page.context().close();
    }
    return { rows };
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}
