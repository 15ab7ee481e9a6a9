/** What `npm run bench -- web` holds to a bound: the rows, what each is compared with, and what is kept of it. */
import { median } from "./measure.mjs";

/** A row takes at most so many times these together, each measured in the same run. */
const RATIOS = [
  ["new device", { "bare keys": 2, "bare opening": 1 }],
  ["reload", { "empty page": 1.5 }],
  ["reload", { unlock: 0.5 }],
  ["unlock", { "bare keys": 1.25 }],
  ["unlock", { "keepassxc-cli ls": 0.9 }],
  ["save one", { "save one of 100": 1.3 }],
  ["save one offline", { "save one offline of 100": 1.3 }],
  ["move 1,000", { "sealing 1,000 items": 4 }],
  ["delete 1,000", { "sealing 1,000 items": 4 }],
];

/** Of all runs of a row, 95 of 100 take at most so much, up to so many items. */
const KEY_MS = [
  { items: 10_000, most: 33 },
  { items: 50_000, most: 50 },
];
/** Megabytes of script heap after its garbage was collected. */
const MEMORY_MB = [
  { items: 10_000, most: 30 },
  { items: 100_000, most: 150 },
];
const TASK_MS = 50;
/** A figure grows with the number of items to at most this power. */
const EXPONENT = 1.1;
const NO_ROWS = new Set(["bare keys", "bare opening", "empty page", "keepassxc-cli ls"]);

const of = (runs, name) => median(runs.map(({ [name]: value = 0 }) => value));
const upTo = (bounds, items) => bounds.find((bound) => items <= bound.items)?.most;

function slowOf(runs) {
  const sorted = runs.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1];
}

/** @returns how many bounds are not kept */
export function printTable({ items, measured, memory }) {
  for (const [name, runs] of Object.entries(measured)) console.log(line(name, runs));
  const verdicts = [...ratios(measured), ...keys(items, measured), ...tasks(measured), ...heap(items, memory)];
  for (const { isKept, says } of verdicts) console.log(`${isKept === null ? "?       " : isKept ? "kept    " : "NOT KEPT"} ${says}`);
  return verdicts.filter(({ isKept }) => isKept === false).length;
}

function line(name, runs) {
  const ms = (key) => `${of(runs, key).toFixed(0).padStart(5)} ms`;
  const all = runs.length > 12 ? `95 of 100 at most ${slowOf(runs).toFixed(0)}` : runs.map((run) => run.ms.toFixed(0)).join(" ");
  const asked = runs[0].files === undefined ? "" : `   files ${of(runs, "files")}   calls ${of(runs, "calls")}`;
  const busy = runs[0].longest === undefined ? "" : `   longest task ${ms("longest")}, afterwards ${ms("after")}`;
  return `${name.padEnd(27)} ${ms("ms")}${busy}${asked}   (${all})`;
}

function ratios(measured) {
  return RATIOS.flatMap(([name, peers]) => {
    if (!measured[name]) return [];
    const missing = Object.keys(peers).filter((peer) => !measured[peer]);
    if (missing.length > 0) return { isKept: null, says: `${name}: ${missing.join(" and ")} was not measured` };
    const most = Object.entries(peers).reduce((sum, [peer, times]) => sum + times * of(measured[peer], "ms"), 0);
    const ms = of(measured[name], "ms");
    const said = Object.entries(peers).map(([peer, times]) => `${times} × ${peer}`);
    return { isKept: ms <= most, says: `${name}: ${(ms / most).toFixed(2)} of its bound, ${said.join(" + ")} = ${most.toFixed(0)} ms` };
  });
}

function keys(items, { "key stroke": runs }) {
  const most = upTo(KEY_MS, items);
  if (!runs || most === undefined) return [];
  const slow = slowOf(runs);
  return [{ isKept: slow <= most, says: `key stroke: 95 of 100 take at most ${slow.toFixed(0)} ms, at most ${most}` }];
}

/** The browser tells of tasks from 50 ms on. */
function tasks(measured) {
  const rows = Object.entries(measured).filter(([name, [{ longest }]]) => !NO_ROWS.has(name) && longest !== undefined);
  return rows.map(([name, runs]) => {
    const [longest, after] = [of(runs, "longest"), of(runs, "after")];
    const says = `${name}: longest task ${longest.toFixed(0)} ms, afterwards ${after.toFixed(0)} ms, at most ${TASK_MS}`;
    return { isKept: Math.max(longest, after) <= TASK_MS, says };
  });
}

function heap(items, memory = {}) {
  const most = upTo(MEMORY_MB, items);
  return Object.entries(memory).map(([when, mb]) => ({
    isKept: most === undefined || mb <= most,
    says: `memory after garbage collection, ${when}: ${mb.toFixed(1)} MB, at most ${most ?? "anything"}`,
  }));
}

/** How each figure grows between two sizes. @returns how many grow faster than they may */
export function printGrowth(before, after) {
  const steps = Math.log(after.items / before.items);
  const figures = ({ measured, memory = {} }) =>
    new Map([
      ...Object.entries(measured).map(([name, runs]) => [name, of(runs, "ms")]),
      ...Object.entries(memory).map(([when, mb]) => [`memory ${when}`, mb]),
    ]);
  const [small, large] = [figures(before), figures(after)];
  console.log(`\nfrom ${before.items} to ${after.items} items, by the power of`);
  let notKept = 0;
  for (const [name, value] of large) {
    if (!small.has(name)) continue;
    const power = Math.log(value / small.get(name)) / steps;
    if (power > EXPONENT) notKept++;
    console.log(`${power <= EXPONENT ? "kept    " : "NOT KEPT"} ${name.padEnd(27)} ${power.toFixed(2)}, at most ${EXPONENT}`);
  }
  return notKept;
}
