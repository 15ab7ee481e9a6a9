/** `npm run gym`: our own pages, each labelled with what must and must not be recognised in it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blindPages } from "./fixtures/blind/index.mjs";
import { generatedPages } from "./fixtures/generated-pages.mjs";
import { hardPages } from "./fixtures/hard.mjs";
import { knownPages } from "./fixtures/known.mjs";
import { Seer } from "./pages.mjs";
import { serveFolder } from "./serve.mjs";

const WANTED_RATE = 0.98;
const WANTED_MS = 50;

/** Not by their names: the extension also reads the address, and a name there would help it. */
export const gymPages = () =>
  [...generatedPages(), ...hardPages(), ...knownPages(), ...blindPages()].map(({ name, html }, at) => ({ name, file: `${at}.html`, html }));

export const noCounts = () => ({ wanted: 0, right: 0, missed: [], wrong: [], asked: 0, left: [], misfilled: [], milliseconds: [] });

/** @param before - the fields of the page as `readFields` reports them: what each must be. @param seen - what the extension recognised. */
export function countSeen(counts, name, before, seen) {
  for (const [at, { truth: wanted }] of before.entries()) {
    const role = seen[at]?.role ?? "none";
    if (wanted !== "none") counts.wanted++;
    if (role === wanted) counts.right += wanted === "none" ? 0 : 1;
    else counts[role === "none" ? "missed" : "wrong"].push(`${name}: field ${at} is ${wanted}, seen as ${role}`);
  }
}

export function countFilled(counts, name, { asked, left, wrong, milliseconds }) {
  counts.asked += asked;
  counts.milliseconds.push(...milliseconds);
  counts.left.push(...left.map((line) => `${name}: ${line}`));
  counts.misfilled.push(...wrong.map((line) => `${name}: ${line}`));
}

/** @param only a pattern for the names of pages. @returns whether the targets are met. */
export async function runFixtures(only) {
  const folder = mkdtempSync(join(tmpdir(), "coffer-gym-pages-"));
  mkdirSync(folder, { recursive: true });
  const pages = gymPages().filter(({ name }) => new RegExp(only).test(name));
  for (const { file, html } of pages) writeFileSync(join(folder, file), html);
  const { origin, stop } = await serveFolder(folder);
  const seer = new Seer();
  const counts = noCounts();
  for (const { name, file } of pages) {
    const { seen, before, fills } = await seer.check(`${origin}/${file}`);
    countSeen(counts, name, before, seen);
    countFilled(counts, name, fills);
  }
  await seer.close();
  stop();
  rmSync(folder, { recursive: true });
  return report(pages.length, counts);
}

function report(pages, { wanted, right, missed, wrong, asked, left, misfilled, milliseconds }) {
  for (const line of [...missed, ...wrong, ...left, ...misfilled]) console.log(line);
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.floor((sorted.length - 1) * share)];
  const rate = (asked - left.length) / asked;
  const percent = (share) => `${(share * 100).toFixed(2)} %`;
  console.log(`${pages} pages, ${wanted} fields to know: ${percent(right / wanted)} known, ${missed.length} missed, ${wrong.length} wrong`);
  console.log(`${asked} fields to fill: ${percent(rate)} filled, ${left.length} left, ${misfilled.length} wrong`);
  console.log(`from a pick to filled: ${at(0.5).toFixed(1)} ms (half), ${at(0.95).toFixed(1)} ms (of twenty the slowest)`);
  const isRight = [right / wanted, rate].every((share) => share >= WANTED_RATE) && wrong.length + misfilled.length === 0;
  return isRight && at(0.5) <= WANTED_MS;
}
