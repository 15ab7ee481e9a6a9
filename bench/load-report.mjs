/** The end of `bench -- load`: figures, a graph of memory, and one line for each bound. */

import { share } from "./load-tally.mjs";
import { median } from "./measure.mjs";

/** Memory of the last fifth, compared with that of the third to the fifth tenth: it comes and goes with the garbage of some seconds. */
const FLAT = 1.1;
/** Handles and connections that come and go without any caller. */
const FEW = 20;
/** All processes of it; each keeps files open that it has read. */
export const DATABASE = "PostgreSQL";
const BARS = "▁▂▃▄▅▆▇█";
const COLUMNS = 60;

const meanOf = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
const part = (looks, from, to) => looks.slice(Math.floor(looks.length * from), Math.max(1, Math.ceil(looks.length * to)));
const namesIn = (looks) => [...new Set(looks.flatMap(({ groups }) => [...groups.keys()]))];
const valuesOf = (looks, name, what) => looks.flatMap(({ groups }) => groups.get(name)?.[what] ?? []);

function graphOf(numbers) {
  const most = Math.max(...numbers);
  const step = numbers.length / Math.min(COLUMNS, numbers.length);
  const columns = Array.from({ length: Math.min(COLUMNS, numbers.length) }, (_, at) => numbers[Math.floor(at * step)]);
  return columns.map((one) => BARS[Math.min(BARS.length - 1, Math.floor((one / most) * BARS.length))]).join("");
}

/** What is printed while it goes on. */
export function lineOf(looks, tally) {
  const now = looks.at(-1);
  const seconds = ((now.at - looks[0].at) / 1_000).toFixed(0).padStart(4);
  const memory = [...now.groups].map(([name, { mb }]) => `${name} ${mb.toFixed(0)} MB`).join(", ");
  return `${seconds} s: ${tally.answers()} calls, ${tally.failures.length} failures; ${memory}`;
}

/** @returns a row for each process: megabytes and handles at the start, in the middle and at the end, and its share of one core */
function tableOf(looks) {
  const [first, middle, last] = [looks[0], looks[Math.floor(looks.length / 2)], looks.at(-1)];
  const rows = namesIn(looks).map((name) => {
    const at = [first, middle, last].map(({ groups }) => groups.get(name));
    const of = (what) => at.map((group) => (group ? group[what].toFixed(0) : "-")).join(" → ");
    const cpu = ((at[2]?.cpu ?? 0) - (at[0]?.cpu ?? 0)) / (last.at - first.at);
    return `| ${name} | ${of("mb")} | ${of("handles")} | ${(cpu * 100).toFixed(0)} % |`;
  });
  return ["| process | MB at the start, half, end | open handles | of one core |", "|---|---|---|---|", ...rows].join("\n");
}

const growthOf = (looks, name) => meanOf(valuesOf(part(looks, 0.8, 1), name, "mb")) / meanOf(valuesOf(part(looks, 0.3, 0.5), name, "mb"));
/** What is left of the devices when they have gone. */
const leftOf = (before, atRest, name) => (atRest.groups.get(name)?.handles ?? 0) - (before.groups.get(name)?.handles ?? 0);

/** What it says of itself as a fault. */
const faultsIn = (log) => log.split("\n").filter((line) => /"level":"(error|warn)"/.test(line));

/** @returns whether every bound held */
export function printLoad({ looks, before, atRest, tally, delays, log, found }) {
  const [faults, names] = [faultsIn(log), namesIn(looks)];
  const connections = [before.connections, Math.max(...looks.map((one) => one.connections)), atRest.connections];
  const left = names.filter((name) => name !== DATABASE).map((name) => [name, leftOf(before, atRest, name)]);
  const growth = names.map((name) => [name, growthOf(looks, name)]);
  const verdicts = [
    [tally.failures.length === 0, `${tally.failures.length} failures in ${tally.answers()} calls`],
    [faults.length === 0, `${faults.length} warnings and errors in the log of the server`],
    [found.lost + found.more === 0, `${found.lost} of ${found.kept} saved logins lost, ${found.more} that were deleted are there`],
    [growth.every(([, times]) => times <= FLAT), `memory: ${growth.map(([name, times]) => `${name} ${times.toFixed(2)} ×`).join(", ")}`],
    [
      left.every(([, more]) => more <= FEW),
      `handles left open after all have gone: ${left.map(([name, more]) => `${name} ${more}`).join(", ")}`,
    ],
    [atRest.connections <= before.connections + FEW, `connections to PostgreSQL before, at most, after: ${connections.join(", ")}`],
  ];
  console.log(`\n${tableOf(looks)}\n\nMemory, from the start to the end:`);
  for (const name of names) console.log(`${graphOf(valuesOf(looks, name, "mb"))} ${name}`);
  console.log(`\n| act | times | ms (median) | 95 of 100 | longest |\n|---|---|---|---|---|\n${tally.lines().join("\n")}`);
  console.log(`\nOthers had a save after ${median(delays).toFixed(0)} ms (median), ${share(delays, 0.95).toFixed(0)} ms (95 of 100)`);
  const own = (looks.at(-1).own.user + looks.at(-1).own.system - looks[0].own.user - looks[0].own.system) / 1_000;
  console.log(`The devices took ${((own / (looks.at(-1).at - looks[0].at)) * 100).toFixed(0)} % of a core`);
  for (const [answer, count] of tally.refused) console.log(`${count} × ${answer}`);
  for (const line of [...tally.failures.slice(0, 20), ...faults.slice(0, 20)]) console.log(`! ${line}`);
  for (const [isGood, text] of verdicts) console.log(`${isGood ? "holds" : "BROKEN"}: ${text}`);
  return verdicts.every(([isGood]) => isGood);
}
