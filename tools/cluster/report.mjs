/** The end of `npm run cluster`: what happened in figures, and one line for each bound. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EVENTS } from "./events.mjs";
import { sentencesOf } from "./figures.mjs";

const most = (rows, name) => Math.max(0, ...rows.map((row) => row[name]));
const middle = (rows, name) => rows.map((row) => row[name]).sort((a, b) => a - b)[Math.floor((rows.length - 1) / 2)];
const sum = (rows, name) => rows.reduce((total, row) => total + row[name], 0);

function tableOf(happened) {
  const names = [...new Set(happened.map(({ name }) => name))];
  const rows = names.map((name) => {
    const those = happened.filter((one) => one.name === name);
    const { title, most: bound } = EVENTS[name];
    const gap = those.length > 1 ? `${middle(those, "gap")} (at most ${most(those, "gap")})` : `${most(those, "gap")}`;
    return `| ${title} | ${those.length} | ${gap} | ${most(those, "calm")} | ${most(those, "wait")} | ${bound} |`;
  });
  return [
    "| event | times | seconds without a save | just before it | longest for one person | bound |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** What the servers called a fault of their own: people read "An error occurred" then. */
function faultsOf(logs) {
  const lines = readdirSync(logs)
    .filter((name) => name.startsWith("coffer-"))
    .flatMap((name) => readFileSync(join(logs, name), "utf8").split("\n"));
  return lines.filter((line) => line.includes('"request.failed"')).length;
}

/** @returns whether every bound held */
export function printReport({ happened, untried, stuck, found, record, logs, times, versions, isApart }) {
  const faults = faultsOf(logs);
  const failovers = happened.filter(({ name }) => EVENTS[name].isFailover).length;
  const tooLong = happened.filter(({ name, gap }) => gap > EVENTS[name].most);
  const [lost, wrong] = [found.lost + found.doubled, sum(happened, "wrong")];
  const verdicts = [
    [lost === 0, `${found.lost} lost and ${found.doubled} doubled of ${found.acknowledged} acknowledged saves, in ${failovers} failovers`],
    [
      untried.length === 0,
      untried.length === 0 ? "all that was asked for was tried" : `not tried, for want of network namespaces: ${untried.join(", ")}`,
    ],
    [!stuck, "after each event everything runs again by itself"],
    [tooLong.length === 0, `${tooLong.length} of ${happened.length} events took longer than their bound`],
    [wrong === 0 && faults === 0, `${wrong} sentences that are none of an outage, ${faults} faults in the logs of the servers`],
  ];
  console.log(
    `\n${versions.join(" · ")}\n${isApart ? "Three network namespaces" : "One network: no machine was cut off"}, times of ${times}\n`,
  );
  console.log(`${tableOf(happened)}\n\nWhat people read:\n${sentencesOf(record).join("\n") || "  nothing"}\n`);
  for (const [isGood, text] of verdicts) console.log(`${isGood ? "holds" : "BROKEN"}: ${text}`);
  return verdicts.every(([isGood]) => isGood);
}
