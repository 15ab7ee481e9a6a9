/**
 * The committed table of what test files cost (tests/costs.tsv): file, CPU seconds, and for a file that costs much the reason. `npm run costs` writes it
 * from the last `npm test`; `npm run check` compares the last run with it.
 */

/** A file that costs more CPU seconds than this says why. */
const NEEDS_REASON = 10;
/** Below this a doubling is noise. */
const NOISE = 4;

/** @returns file → { cost, reason } */
export const readTable = (text) =>
  new Map(
    text
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => {
        const [file, cost, reason = ""] = line.split("\t");
        return [file, { cost: Number(cost), reason }];
      }),
  );

export const writeTable = (table) =>
  `${[
    "file\tCPU seconds\treason",
    ...[...table].sort(([a], [b]) => (a < b ? -1 : 1)).map(([file, { cost, reason }]) => `${file}\t${cost}\t${reason}`),
  ].join("\n")}\n`;

/** Machines differ: how much slower this one was than the one of the table, by the file in the middle. */
export function speedOf(table, costs) {
  const ratios = Object.entries(costs).flatMap(([file, cost]) => (table.get(file)?.cost >= 1 ? [cost / table.get(file).cost] : []));
  return ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 1;
}

/** @returns one line for each file that costs much without a reason, or twice what it did. @param costs - file → CPU seconds of the last run; empty when there was none */
export function tooCostly(table, costs) {
  const speed = speedOf(table, costs);
  const silent = [...table].filter(([, { cost, reason }]) => cost > NEEDS_REASON && !reason);
  const doubled = Object.entries(costs).filter(
    ([file, cost]) => cost / speed > NOISE && cost / speed > 2 * (table.get(file)?.cost ?? NEEDS_REASON / 2),
  );
  return [
    ...silent.map(
      ([file, { cost }]) => `${file}: ${cost} CPU seconds, more than ${NEEDS_REASON}: cut it, or give the reason in tests/costs.tsv`,
    ),
    ...doubled.map(
      ([file, cost]) =>
        `${file}: ${cost} CPU seconds, ${(cost / speed).toFixed(1)} at the speed of the table, which says ${table.get(file)?.cost ?? "nothing"}`,
    ),
  ];
}
