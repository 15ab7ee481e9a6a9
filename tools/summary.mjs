/** What a run of the suite prints at its end: seconds of each part, the costliest files, and the one line that says whether it passed. */

/** Of the names of parts. */
const WIDTH = 26;
const seconds = (value) => `${Math.round(value)} s`.padStart(8);

/** @param results - part → what it came to (tools/runners.mjs) */
export function printParts(results) {
  console.log(`\n${"part".padEnd(WIDTH)}${"passed".padStart(8)}${"failed".padStart(8)}${"time".padStart(8)}${"CPU".padStart(8)}`);
  for (const [name, { passed, failed, seconds: time, cpu }] of Object.entries(results))
    console.log(`${name.padEnd(WIDTH)}${String(passed).padStart(8)}${String(failed).padStart(8)}${seconds(time)}${seconds(cpu)}`);
  const sum = (key) => Object.values(results).reduce((total, result) => total + result[key], 0);
  console.log(
    `${"all".padEnd(WIDTH)}${String(sum("passed")).padStart(8)}${String(sum("failed")).padStart(8)}${seconds(sum("seconds"))}${seconds(sum("cpu"))}`,
  );
}

const SHOWN = 10;

/** @param costs - file → CPU seconds */
export function printCostliest(costs) {
  const costliest = Object.entries(costs).sort(([, a], [, b]) => b - a);
  console.log("\nthe costliest files, in CPU seconds");
  for (const [file, cost] of costliest.slice(0, SHOWN)) console.log(`${cost.toFixed(1).padStart(8)}  ${file}`);
}

/** A slow machine takes longer for the same. @param speed - how much slower this one was than that of the table of costs */
export function printSpeed(results, speed) {
  const sum = (key) => Object.values(results).reduce((total, result) => total + result[key], 0);
  console.log(
    `this machine was ${speed.toFixed(2)} × as slow as that of tests/costs.tsv; at its speed: ${seconds(sum("seconds") / speed).trim()}, ${seconds(sum("cpu") / speed).trim()} CPU`,
  );
}

/** @returns the exit code. What was skipped or not reached fails the run, too. */
export function conclude(results, notReached = []) {
  const all = Object.values(results);
  const sum = (key) => all.reduce((total, { [key]: count = 0 }) => total + count, 0);
  for (const name of all.flatMap(({ flaky = [] }) => flaky)) console.log(`flaky: ${name}`);
  // What a runner printed of it may be thousands of lines up.
  for (const failure of all.flatMap(({ failures = [] }) => failures)) console.log(`failed: ${failure}`);
  if (notReached.length > 0) console.log(`not reached: ${notReached.join(", ")}`);
  const skipped = sum("skipped") + notReached.length;
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  return sum("failed") + skipped > 0 ? 1 : 0;
}
