/**
 * `npm run bench -- trace`: where the time of the page's thread goes until the first rows: on a new device, after a page load and after an unlock. `--items 1000`: with so
 * many; `--site DIR`: another build of the site, as one that is not minified; `--out DIR`: the traces themselves, for the browser's own viewer.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { BROWSER_ARGS, findBrowser } from "../tools/browser.mjs";
import { printLetters, printTrace } from "./trace-reading.mjs";
import { fillSignIn, lockAndType, openPage, pressEnter, REST_MS, reload, search } from "./web-steps.mjs";
import { newAccount } from "./world.mjs";

const CATEGORIES = ["toplevel", "devtools.timeline", "blink.user_timing", "v8", "loading"];
/** Starting it on a new page costs more than the page. */
const PROFILER = "disabled-by-default-v8.cpu_profiler";
/** The browser keeps compiled scripts from the second load on. */
const WARM_UPS = 3;

export async function measureTrace(world, { items, site, out, profile }) {
  const at = { ...world, origin: site ? await world.serve(site) : world.origin };
  const account = await newAccount(world, items);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS });
  const traced = tracing(browser, out, profile);
  try {
    const page = await openPage(browser);
    await fillSignIn(page, at, account);
    await traced(page, "new device", () => pressEnter(page));
    await page.waitForTimeout(REST_MS);
    for (let run = 0; run < WARM_UPS; run++) {
      await reload(page);
      await page.waitForTimeout(REST_MS / 2);
    }
    await traced(page, "reload", () => reload(page));
    await page.waitForTimeout(REST_MS);
    for (const name of ["first unlock", "unlock"]) {
      await lockAndType(page, account);
      await traced(page, name, () => pressEnter(page));
      await page.waitForTimeout(REST_MS);
    }
    await traced(page, "letters", () => search(page));
  } finally {
    await browser.close();
  }
}

const tracing = (browser, out, isProfiled) => async (page, name, act) => {
  await browser.startTracing(page, { categories: isProfiled ? [...CATEGORIES, PROFILER] : CATEGORIES });
  const letters = await act();
  const text = (await browser.stopTracing()).toString();
  if (out) writeFileSync(join(out, `${name.replaceAll(" ", "-")}.json`), text);
  const { traceEvents } = JSON.parse(text);
  if (letters) printLetters(traceEvents, letters);
  else printTrace(name, traceEvents);
};
