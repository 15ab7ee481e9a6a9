/** A subset of the gym's pages in a real Firefox: what the extension sees in them, and what a person's picks fill in. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { fillAll, readFields } from "../gym/fill.mjs";
import { countFilled, countSeen, gymPages, noCounts } from "../gym/fixtures.mjs";
import { serveFolder } from "../gym/serve.mjs";
import { openFirefox } from "./browser.mjs";

/** One page of this many; every style and every set of pages is among them. */
const EVERY = 11;
const WANTED_RATE = 0.98;

let firefox: Awaited<ReturnType<typeof openFirefox>>;
let folder: string;
let served: Awaited<ReturnType<typeof serveFolder>>;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "coffer-gym-firefox-"));
  for (const { file, html } of gymPages()) writeFileSync(join(folder, file), html);
  served = await serveFolder(folder);
  firefox = await openFirefox();
});

test.afterAll(async () => {
  await firefox.close();
  served.stop();
  rmSync(folder, { recursive: true });
});

const windows = { ours: "", theirs: "" };

async function inside<Answer>(window: keyof typeof windows, script: string): Promise<Answer> {
  await firefox.call("WebDriver:SwitchToWindow", { handle: windows[window], focus: false });
  const { value, failed } = await firefox.tab.run(script);
  if (failed !== undefined) throw new Error(failed);
  return JSON.parse(value) as Answer;
}

/** As one of our pages calls our script in the page. Objects are made in that page, because it accepts none from a tool. */
const say = <Answer>(tabId: number, message: object): Promise<Answer> =>
  inside(
    "ours",
    `
    const given = (value) => page.JSON.parse(JSON.stringify(value));
    const { scripting, tabs } = page.browser;
    const target = given({ target: { tabId: ${tabId}, frameIds: [0] }, files: ["page.js"] });
    await scripting.executeScript(target);
    return JSON.stringify(await tabs.sendMessage(${tabId}, given(${JSON.stringify(message)}), given({ frameId: 0 })));`,
  );

test("what is known and filled in Chromium is in Firefox too", async () => {
  test.setTimeout(300_000);
  windows.ours = (await firefox.call("WebDriver:GetWindowHandle")).value;
  await firefox.tab.goto(`${firefox.pages}vault.html`);
  windows.theirs = (await firefox.call("WebDriver:NewWindow", { type: "tab" })).handle;
  const pages = gymPages().filter((_, at) => at % EVERY === 0);
  const counts = noCounts();
  for (const { name, file } of pages) {
    await firefox.call("WebDriver:SwitchToWindow", { handle: windows.theirs, focus: false });
    await firefox.tab.goto(`${served.origin}/${file}`);
    const url = `${served.origin}/${file}`;
    const tabId = await inside<number>(
      "ours",
      `return JSON.stringify((await page.browser.tabs.query({})).find((tab) => tab.url === "${url}").id);`,
    );
    const read = (at: number) => inside<ReturnType<typeof readFields>>("theirs", `return JSON.stringify((${String(readFields)})(${at}));`);
    countSeen(counts, name, await read(-1), (await say<{ fields: object[] }>(tabId, { ask: "fields" })).fields);
    const pick = async (values: object): Promise<number> => {
      await say(tabId, { ask: "fields" });
      await say(tabId, { ask: "fill", values });
      return 0;
    };
    countFilled(counts, name, await fillAll({ read, pick }));
  }
  const { wanted, right, wrong, asked, left, misfilled } = counts;
  const figures = `${pages.length} pages in Firefox: ${right} of ${wanted} fields known, ${asked - left.length} of ${asked} filled`;
  process.stdout.write(`${[figures, ...counts.missed, ...left].join("\n")}\n`);
  expect(pages.length).toBeGreaterThan(80);
  expect([...wrong, ...misfilled]).toEqual([]);
  expect(right / wanted).toBeGreaterThanOrEqual(WANTED_RATE);
  expect((asked - left.length) / asked).toBeGreaterThanOrEqual(WANTED_RATE);
});
