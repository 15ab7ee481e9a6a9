/** `npm run gym`: our own pages, each with what must and must not be seen in it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blindPages } from "./fixtures/blind/index.mjs";
import { hardPages } from "./fixtures/hard.mjs";
import { knownPages } from "./fixtures/known.mjs";
import { madePages } from "./fixtures/made.mjs";
import { Seer } from "./pages.mjs";
import { serveFolder } from "./serve.mjs";

const WANTED_RATE = 0.98;

/** What each field must be, read from the page itself: the extension does not look at this attribute. */
const truthOf = (page) =>
  page.evaluate(() => {
    const below = (root) => [
      ...Array.from(root.querySelectorAll("input,select,textarea")),
      ...Array.from(root.querySelectorAll("*")).flatMap(({ shadowRoot }) => (shadowRoot ? below(shadowRoot) : [])),
    ];
    return below(document).map((field) => field.dataset.expect ?? "none");
  });

function countPage(counts, name, truth, seen) {
  for (const [at, wanted] of truth.entries()) {
    const role = seen[at]?.role ?? "none";
    if (wanted !== "none") counts.wanted++;
    if (role === wanted) counts.right += wanted === "none" ? 0 : 1;
    else counts[role === "none" ? "missed" : "wrong"].push(`${name}: field ${at} is ${wanted}, seen as ${role}`);
  }
}

/** @param only a pattern for the names of pages. @returns whether the targets are met. */
export async function runFixtures(only) {
  const folder = mkdtempSync(join(tmpdir(), "coffer-gym-pages-"));
  mkdirSync(folder, { recursive: true });
  const pages = [...madePages(), ...hardPages(), ...knownPages(), ...blindPages()]
    // Not by their names: what stands in an address is read as well, and would tell.
    .map(({ name, html }, at) => ({ name, file: `${at}.html`, html }))
    .filter(({ name }) => new RegExp(only).test(name));
  for (const { file, html } of pages) writeFileSync(join(folder, file), html);
  const { origin, stop } = await serveFolder(folder);
  const seer = new Seer();
  const counts = { wanted: 0, right: 0, missed: [], wrong: [] };
  const times = [];
  for (const { name, file } of pages) {
    const { fields, truth, milliseconds } = await seer.check(`${origin}/${file}`, truthOf);
    countPage(counts, name, truth, fields);
    times.push(milliseconds);
  }
  await seer.close();
  stop();
  rmSync(folder, { recursive: true });
  return report(pages.length, counts, times);
}

function report(pages, { wanted, right, missed, wrong }, times) {
  for (const line of [...missed, ...wrong]) console.log(line);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(1);
  console.log(
    `${pages} pages, ${wanted} fields to know: ${((right / wanted) * 100).toFixed(2)} % known, ${missed.length} missed, ${wrong.length} wrong; seen in ${at(0.5)} ms (half), ${at(0.95)} ms (of twenty the slowest)`,
  );
  return right / wanted >= WANTED_RATE && wrong.length === 0;
}
