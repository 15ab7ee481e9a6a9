/**
 * From the press on "Sign in" to the list on the screen, in a real browser on a new device, and where the time goes. Wall times depend on this machine at this
 * moment; the CPU time of each process does not depend on what else runs.
 */
import { readdirSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { BROWSER_ARGS, findBrowser } from "../tools/browser.mjs";
import { best } from "./measure.mjs";

const RUNS = 3;
const TICK_MS = 10;
const POLL_MS = 20;
/** The client is loaded behind the form. */
const FORM_READY_MS = 1_500;
const PULL = "all-items-data";

export async function measureFirstList({ origin, pool }, { email, password }) {
  const executablePath = findBrowser();
  if (!executablePath) return console.log("no Chromium here: the first list in a browser is not measured");
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  const runs = [];
  try {
    for (let run = 0; run < RUNS; run++) {
      await pool.query("delete from rate_limit");
      runs.push(await firstList(browser, { origin, email, password }));
    }
  } finally {
    await browser.close();
  }
  const of = (name) => best(runs.map(({ [name]: ms }) => ms)).toFixed(0);
  console.log(
    `sign-in to list in Chromium: ${of("list")} ms, of which ${of("answered")} ms until the server's answer to the sign-in (keys and their slow hash), ${of("asked")} ms until the pull was asked for, ${of("arrived")} ms until its last byte`,
  );
  console.log(
    `processor: ${of("page")} ms in the page's process, ${of("server")} ms in the server, ${of("database")} ms in its database\n`,
  );
}

async function firstList(browser, { origin, email, password }) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      const seen = () => document.querySelector("li[data-position]") && !performance.getEntriesByName("list").length;
      new MutationObserver(() => seen() && performance.mark("list")).observe(document, { childList: true, subtree: true });
      addEventListener("click", () => performance.mark("press"), true);
    });
    await page.goto(`${origin}/login`);
    await page.getByLabel("Email").fill(email);
    await page.getByRole("textbox", { name: /Master password/i }).fill(password);
    await page.waitForTimeout(FORM_READY_MS);
    const before = processorTimes();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForFunction(() => performance.getEntriesByName("list").length > 0, null, { polling: POLL_MS });
    const after = processorTimes();
    const marks = await page.evaluate((pull) => {
      const pressed = performance.getEntriesByName("press").at(-1).startTime;
      const call = (part) => performance.getEntriesByType("resource").find(({ name }) => name.includes(part));
      return {
        list: performance.getEntriesByName("list")[0].startTime - pressed,
        answered: call("/users/login").responseEnd - pressed,
        asked: call(pull).startTime - pressed,
        arrived: call(pull).responseEnd - pressed,
      };
    }, PULL);
    return { ...marks, ...Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - before[name]])) };
  } finally {
    await context.close();
  }
}

/** CPU time of this process and its children, in milliseconds; none if the system does not report it. */
function processorTimes() {
  const sums = { page: 0, server: 0, database: 0 };
  const all = new Map(numbers("/proc").flatMap((pid) => processOf(pid)));
  const isOurs = (pid) => pid === process.pid || (all.has(pid) && isOurs(all.get(pid).parent));
  for (const [pid, { ms, endedMs, command }] of all) {
    if (!isOurs(pid)) continue;
    if (pid === process.pid) sums.server += ms;
    else if (command.includes("--type=renderer")) sums.page += ms;
    else if (command.includes("postgres")) sums.database += ms + endedMs;
  }
  return sums;
}

function numbers(folder) {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function processOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return [
      [
        pid,
        {
          parent: Number(fields[1]),
          ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
          // Of its processes that have ended: a connection of the database may end between two looks.
          endedMs: (Number(fields[13]) + Number(fields[14])) * TICK_MS,
          command: readFileSync(`/proc/${pid}/cmdline`, "latin1"),
        },
      ],
    ];
  } catch {
    return []; // it has ended in between
  }
}
