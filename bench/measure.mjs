/** Times and tables. Numbers of a shared machine say little alone, so every measure is printed next to a peer that ran in the same process. */

/** @returns milliseconds, and the result of the work. */
export async function time(work) {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The fastest run is the one that others on the machine disturbed least. */
export const best = (numbers) => Math.min(...numbers);

/** The median of several runs, after one that warms up. */
export async function medianOf(runs, work) {
  await work(-1);
  const times = [];
  for (let run = 0; run < runs; run++) times.push((await time(() => work(run))).ms);
  return median(times);
}

/** @returns milliseconds of CPU that the longest task on the page's main thread had while `act` ran: what else the machine does is no part of it */
export async function longestTask(browser, page, act) {
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const threads = new Set(
    traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ ph, pid, tid, tdur }) => ph === "X" && tdur !== undefined && threads.has(`${pid} ${tid}`));
  return Math.max(0, ...tasks.map(({ tdur }) => tdur / 1_000));
}

/** @param peer - what `ms` is compared with, and how long that took. */
export const row = (name, ms, peer, peerMs) => ({ name, ms, peer, peerMs, ratio: ms / peerMs });

const shown = (ms) => (ms >= 100 ? ms.toFixed(0) : ms >= 1 ? ms.toFixed(1) : ms.toFixed(3));

export function printTable(rows) {
  const cells = rows.map(({ name, ms, peer, peerMs, ratio }) => [
    name,
    `${shown(ms)} ms`,
    peer,
    `${shown(peerMs)} ms`,
    `${ratio.toFixed(2)}×`,
  ]);
  const all = [["measure", "ours", "peer", "peer's", "ratio"], ...cells];
  const widths = all[0].map((_, column) => Math.max(...all.map((line) => line[column].length)));
  const isNumber = (column) => column === 1 || column >= 3;
  for (const line of all)
    console.log(line.map((cell, at) => (isNumber(at) ? cell.padStart(widths[at]) : cell.padEnd(widths[at]))).join("  "));
}
