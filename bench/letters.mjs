/**
 * `npm run bench -- letters`: what a letter of a search costs the page's thread until its rows are painted, as processor time, which other work on the machine hardly changes.
 * `--items 1000`: among so many; `--runs 3`: as many rounds; `--site DIR`: another build of the site as well, in turns with this one, as that of before a change.
 */
import { chromium } from "playwright-core";
import { BROWSER_ARGS, findBrowser } from "../tools/browser.mjs";
import { lettersOf } from "./trace-reading.mjs";
import { fillSignIn, openPage, pressEnter, REST_MS, search } from "./web-steps.mjs";
import { newAccount } from "./world.mjs";

const CATEGORIES = ["toplevel", "blink.user_timing"];

export async function measureLetters(world, { items, site, runs }) {
  const account = await newAccount(world, items);
  const origins = [...(site ? [[site, await world.serve(site)]] : []), ["this build", world.origin]];
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS });
  try {
    const pages = [];
    for (const [name, origin] of origins) pages.push({ name, page: await signedIn(browser, { ...world, origin }, account), letters: [] });
    for (let run = 0; run < runs; run++) {
      for (const { page, letters } of pages) {
        await page.bringToFront();
        await browser.startTracing(page, { categories: CATEGORIES });
        const typed = await search(page);
        letters.push(...lettersOf(JSON.parse((await browser.stopTracing()).toString()).traceEvents, typed));
      }
    }
    for (const { name, letters } of pages) print(name, items, letters);
  } finally {
    await browser.close();
  }
}

async function signedIn(browser, world, account) {
  const page = await openPage(browser);
  await fillSignIn(page, world, account);
  await pressEnter(page);
  await page.waitForTimeout(REST_MS);
  return page;
}

const FIRST = 1;

function print(name, items, letters) {
  const first = letters.filter(({ letter }) => letter.length === FIRST);
  console.log(`${name}, ${items} items: ${spread("all letters", letters)}; ${spread("the first of a word", first)}`);
}

function spread(what, letters) {
  const of = (name, share) => {
    const sorted = letters.map((letter) => letter[name]).sort((a, b) => a - b);
    return sorted[Math.ceil(sorted.length * share) - 1].toFixed(1);
  };
  const both = (name) => `${of(name, 0.5)} ms, 95 of 100 at most ${of(name, 0.95)} ms`;
  return `${what} (${letters.length}) ${both("cpu")} (on the clock ${both("wall")})`;
}
