/**
 * What the extension sees on any folder of pages: per file, every input, select and textarea with its index and its role. A page that hangs, leaves or breaks is
 * read again with its scripts switched off, and never stops the others.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { openBrowser, within, workerOf } from "./browser.mjs";
import { fillAll, readFields } from "./fill.mjs";
import { serveFolder } from "./serve.mjs";

/** In the worker: what a pick in the popup does, once it is decided that it may. @returns milliseconds until it is written. */
const pick = async ([tab, values]) => {
  const before = performance.now();
  const [frame] = await globalThis.framesOf(tab);
  if (frame?.frameId === 0) await chrome.tabs.sendMessage(tab, { ask: "fill", values }, { documentId: frame.documentId });
  return performance.now() - before;
};

const LOAD_MS = 8000;
const ASK_MS = 10_000;
/** Pages also render after they are loaded. */
const SETTLE_MS = 150;

const pagesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.x?html?$/i.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();

/** One browser for all files, replaced only when it has died. */
export class Seer {
  #browser = null;
  #page = null;

  async fieldsOn(address) {
    const { page, tabId, worker } = await this.#ready();
    await within(LOAD_MS, page.goto(address, { waitUntil: "load", timeout: LOAD_MS })).catch(() => undefined);
    await page.waitForTimeout(SETTLE_MS);
    if (await hasLeft(page, address)) throw new Error("the page led away");
    const frames = await within(
      ASK_MS,
      worker.evaluate((tab) => globalThis.framesOf(tab), tabId),
    );
    return numbered(frames);
  }

  /** A page of the gym. @returns what is `seen` in it, what its fields were `before`, and what a person's picks wrote into them. */
  async check(address) {
    const seen = await this.fieldsOn(address);
    const { page, tabId, worker } = await this.#ready();
    const read = (at) => page.evaluate(readFields, at);
    const before = await read(-1);
    return { seen, before, fills: await fillAll({ read, pick: (values) => worker.evaluate(pick, [tabId, values]) }) };
  }

  async #ready() {
    this.#browser ??= await openBrowser();
    const { context } = this.#browser;
    const worker = await workerOf(context);
    if (this.#page === null) {
      // The browser's first tab: there is no other to confuse it with.
      this.#page = context.pages()[0] ?? (await context.newPage());
      // Answered at once, or the page would wait for a person.
      this.#page.on("dialog", (dialog) => dialog.dismiss().catch(() => undefined));
      context.on("page", (other) => other !== this.#page && other.close().catch(() => undefined));
    }
    const page = this.#page;
    const tabId = await worker.evaluate(async () => (await chrome.tabs.query({}))[0].id);
    return { page, tabId, worker };
  }

  /** Also after a page that hangs: the next one gets a new browser. */
  async close() {
    await this.#browser?.close();
    this.#browser = null;
    this.#page = null;
  }
}

/** Another document, not the same under another name. */
async function hasLeft(page, address) {
  const [shown] = await within(
    2000,
    page.evaluate(() => performance.getEntriesByType("navigation").map(({ name }) => name)),
  );
  return new URL(shown ?? page.url()).pathname !== new URL(address).pathname;
}

/** The page's own fields are counted from 0 in the order of the document; those in shadow roots and then those in frames continue the count. */
const numbered = (frames) =>
  frames
    .flatMap(({ frameId, fields }) => fields.map((field) => ({ ...field, frame: frameId !== 0 })))
    .map(({ role, tag, type, name, id, frame }, index) => ({ index, role, tag, type, name, id, ...(frame && { frame }) }));

async function look(seer, address) {
  try {
    return await seer.fieldsOn(address);
  } catch {
    await seer.close();
    return seer.fieldsOn(`${address}?still`);
  }
}

/** `npm run gym -- --pages DIR --out FILE`. @returns how many pages were not read. */
export async function seeFolder(dir, out) {
  const folder = resolve(dir);
  const { origin, stop } = await serveFolder(folder);
  const seer = new Seer();
  const results = {};
  const unread = [];
  for (const file of pagesBelow(folder)) {
    const address = `${origin}/${file.split("/").map(encodeURIComponent).join("/")}`;
    results[file] = await look(seer, address).catch((error) => {
      unread.push(`${file}: ${error.message.split("\n")[0]}`);
      return [];
    });
    if (unread.at(-1)?.startsWith(file)) await seer.close();
  }
  await seer.close();
  stop();
  writeFileSync(out, `${JSON.stringify(results, null, 1)}\n`);
  const fields = Object.values(results).flat();
  console.log(
    `${Object.keys(results).length} pages, ${fields.length} fields, ${fields.filter(({ role }) => role !== "none").length} with a role: ${out}`,
  );
  for (const line of unread) console.error(`not read: ${line}`);
  return unread.length;
}
