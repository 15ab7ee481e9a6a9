/**
 * `node tools/scale/simulate.mjs`: five years in which accounts grow from a thousand to ten millions, month by month, each with its busiest weekday in steps of five minutes. Prints what that needs:
 * calls, cores, disk, WAL, streams, databases, emails, dollars. The same numbers each time; what an act costs is in costs.json (`npm run bench -- scale --json tools/scale/costs.json`).
 */
import { readFileSync } from "node:fs";
import { DAY, EMAILS, ITEMS_AT_START, MACHINE, PERSON, PRICES, TELL_NEWS } from "./assumptions.mjs";
import { capacityOf, curveOf, dayOf, diskOf, needsOf, peakOf, sumOfDay, weekdayOf, weekdaysOfYear } from "./model.mjs";

const [FIRST, LAST, YEARS] = [1_000, 10_000_000, 5];
const MONTHS = YEARS * 12;
const TB = 1e12;
const BARS = "▁▂▃▄▅▆▇█";
/** A database is made large enough for so long. */
const YEARS_AHEAD = 3;

const costs = JSON.parse(readFileSync(new URL("costs.json", import.meta.url), "utf8"));
const curve = curveOf(DAY);
const weekday = weekdayOf({ person: PERSON, day: DAY, acts: costs.acts, tellNews: TELL_NEWS, emails: EMAILS });
const disk = diskOf({ weekday, day: DAY, costs, itemsAtStart: ITEMS_AT_START });

const number = (value, digits = 0) => value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
const table = (head, rows) => console.log([head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n"));
const loadOf = (accounts) => dayOf({ accounts, weekday, day: DAY, curve });
const accountsIn = (month) => Math.round(FIRST * (LAST / FIRST) ** (month / MONTHS));

/** Bytes of all accounts after so many months: each brings its items, and grows from then on. */
function bytesAfter(month) {
  let bytes = 0;
  for (let since = 0; since <= month; since++) {
    const came = since === 0 ? accountsIn(0) : accountsIn(since) - accountsIn(since - 1);
    bytes += came * (disk.start + (disk.year * (month - since)) / 12);
  }
  return bytes;
}

const ofOne = peakOf(loadOf(1));
const capacity = capacityOf({
  machine: MACHINE,
  peak: ofOne,
  disk,
  years: YEARS_AHEAD,
  commits: costs.commits["an insert that tells news"],
});

function rowOf(month) {
  const accounts = accountsIn(month);
  const steps = loadOf(accounts);
  const peak = peakOf(steps);
  const inYear = (name) => sumOfDay(steps, name) * weekdaysOfYear(DAY);
  const sums = { down: inYear("down"), emails: inYear("emails") };
  const bytes = bytesAfter(month);
  const needs = needsOf({ accounts, peak, bytes, sums, machine: MACHINE, prices: PRICES, capacity: capacity.accounts });
  return { month, accounts, peak, sums, bytes, needs };
}

const rows = Array.from({ length: MONTHS + 1 }, (_, month) => rowOf(month));
const shown = rows.filter(({ month }) => month % 12 === 0);

console.log(`Costs of ${costs.date}, node ${costs.node}, ${costs.processor}\n`);
console.log("One account on a weekday:");
table(
  [
    "calls",
    "statements",
    "emails",
    "rows of the activity log",
    "down, kB",
    "WAL, kB (after a checkpoint)",
    "node, ms",
    "PostgreSQL, ms",
    "disk at the start, kB",
    "disk a year, kB",
  ],
  [
    [
      number(weekday.calls, 1),
      number(weekday.statements),
      number(weekday.emails, 3),
      number(weekday.audit, 2),
      number(weekday.down / 1e3, 1),
      `${number(weekday.wal / 1e3, 1)} (${number(weekday.walAfterCheckpoint / 1e3)})`,
      number(weekday.node),
      number(weekday.postgres),
      number(disk.start / 1e3),
      number(disk.year / 1e3),
    ],
  ],
);
console.log(
  `\nThe busiest five minutes have ${number(Math.max(...curve), 2)} × the average. One PostgreSQL then, on ${MACHINE.cores} cores that are busy to ${MACHINE.busy * 100} %:`,
);
table(
  ["limit", "one account at the peak", "accounts"],
  [
    ["cores, for PostgreSQL alone", `${number(ofOne.postgresCores * 1e6, 2)} millionths of a core`, number(capacity.byCores)],
    ["cores, the servers on the same", `${number((ofOne.postgresCores + ofOne.nodeCores) * 1e6, 2)} millionths`, number(capacity.together)],
    ["commits that tell news", `${number(ofOne.news * 1e6, 2)} millionths of one a second`, number(capacity.byCommits)],
    [
      `${number(MACHINE.disk)} GB, filled in ${YEARS_AHEAD} years`,
      `${number((disk.start + YEARS_AHEAD * disk.year) / 1e6, 2)} MB`,
      number(capacity.byDisk),
    ],
  ],
);
console.log("");
console.log("A weekday of ten million accounts, calls a second from 0:00 to 24:00:");
const calls = loadOf(LAST).map((step) => step.calls);
const most = Math.max(...calls);
console.log(
  calls
    .filter((_, step) => step % 4 === 0)
    .map((one) => BARS[Math.min(7, Math.floor((one / most) * 8))])
    .join(""),
);
console.log(`\nFive years, at the peak of a weekday:`);
table(
  [
    "month",
    "accounts",
    "calls/s",
    "cores of servers",
    "cores of PostgreSQL",
    "WAL, MB/s (at most)",
    "open streams",
    "disk, TB",
    "databases",
    "emails a day",
  ],
  shown.map(({ month, accounts, peak, bytes, needs, sums }) => [
    month,
    number(accounts),
    number(peak.calls, peak.calls < 10 ? 1 : 0),
    number(peak.nodeCores, peak.nodeCores < 10 ? 1 : 0),
    number(peak.postgresCores, peak.postgresCores < 10 ? 1 : 0),
    `${number(peak.walWarm / 1e6, 2)} (${number(peak.walCold / 1e6, 1)})`,
    number(peak.streams),
    number(bytes / TB, 3),
    needs.cells,
    number(sums.emails / weekdaysOfYear(DAY)),
  ]),
);
console.log(`\nDollars a year, as if a year were like that month:`);
table(
  ["month", "accounts", "cores paid: servers, PostgreSQL", "cores", "disks", "backups", "egress", "emails", "all", "an account"],
  shown.map(({ month, accounts, needs }) => [
    month,
    number(accounts),
    `${number(needs.nodeCores)}, ${number(needs.postgresCores)}`,
    ...["cores", "disk", "backups", "egress", "emails"].map((name) => number(needs.dollars[name])),
    number(needs.year),
    number(needs.ofAccount, 2),
  ]),
);
console.log(
  `\nTen million accounts a year later have ${number((bytesAfter(MONTHS) + LAST * disk.year) / TB, 1)} TB, ${number((LAST * disk.year) / TB, 1)} TB more.`,
);
