/** The arithmetic of `simulate.mjs`: what so many accounts need, from what one act costs. No clock, no randomness. */

export const STEPS = 288;
const STEP_SECONDS = 300;
const [DAY_SECONDS, MINUTES_OF_HOUR] = [86_400, 60];
const GB = 1e9;
const [DAYS_OF_YEAR, MONTHS] = [365, 12];
const STREAM = "an open stream, one minute";
const IDLE = "an idle server, one minute";
const SUMMED = ["calls", "statements", "wal", "walAfterCheckpoint", "up", "down", "emails", "node", "postgres", "lasting", "audit"];

/** How far apart two times of a day are, the short way round. */
const hoursBetween = (a, b) => Math.min(Math.abs(a - b), 24 - Math.abs(a - b));

/** @returns the load of each five minutes of a day, as multiples of its average */
export function curveOf({ peaks, floor }) {
  const at = (step) => {
    const hour = (step * 24) / STEPS;
    return peaks.reduce((sum, peak) => sum + peak.height * Math.exp(-((hoursBetween(hour, peak.hour) / peak.width) ** 2) / 2), floor);
  };
  const steps = Array.from({ length: STEPS }, (_, step) => at(step));
  const average = steps.reduce((sum, one) => sum + one, 0) / STEPS;
  return steps.map((one) => one / average);
}

/** Fewer statements than so many in a minute are none: then what PostgreSQL did meanwhile was not for the stream. */
const NO_STATEMENTS = 0.1;

/** What a stream costs, beyond what its server does anyway. */
function minuteOfStream(acts) {
  const [{ times, ...stream }, idle] = [acts[STREAM], acts[IDLE]];
  const more = (name) => Math.max(0, (stream[name] ?? 0) - ((idle[name] ?? 0) * idle.times) / times);
  const all = Object.fromEntries(SUMMED.map((name) => [name, more(name)]));
  return all.statements < NO_STATEMENTS ? { ...all, statements: 0, postgres: 0, wal: 0, walAfterCheckpoint: 0 } : all;
}

/** @param tellNews - names of acts that others hear of @param emails - beyond those of the acts @returns the sums of an account's weekday; `news`: how many of these */
export function weekdayOf({ person, day, acts, tellNews = new Set(), emails = 0 }) {
  const sums = Object.fromEntries(SUMMED.map((name) => [name, 0]));
  const add = (cost, times) => {
    for (const name of SUMMED) sums[name] += times * (cost[name] ?? (name === "walAfterCheckpoint" ? cost.wal : 0));
    // Rows of the activity log are counted: so few of them do not fill a page.
    sums.lasting -= times * (cost.tables?.audit ?? 0);
  };
  for (const [name, times] of Object.entries(person)) {
    if (acts[name] === undefined) throw new Error(`costs.json does not know "${name}"`);
    add(acts[name], times);
  }
  add(minuteOfStream(acts), day.hoursInSight * MINUTES_OF_HOUR);
  const news = Object.entries(person).reduce((sum, [name, times]) => sum + (tellNews.has(name) ? times : 0), 0);
  return { ...sums, emails: sums.emails + emails, news };
}

/** Weekdays of a year, weekends counted by their part. */
export const weekdaysOfYear = ({ weekend }) => (DAYS_OF_YEAR * (5 + 2 * weekend)) / 7;

/** Bytes of an account when it comes, and what a year adds. */
export function diskOf({ weekday, day, costs, itemsAtStart }) {
  const start = costs.acts["an account"].lasting + itemsAtStart * costs.rowBytes.record;
  return { start, year: (weekday.lasting + weekday.audit * costs.rowBytes.audit) * weekdaysOfYear(day) };
}

/** @returns for each five minutes, each second of it: calls, emails, bytes, cores that are busy; and open streams */
export function dayOf({ accounts, weekday, day, curve }) {
  const average = (name) => (accounts * weekday[name]) / DAY_SECONDS;
  const streams = (accounts * day.hoursInSight) / 24;
  return curve.map((factor) => ({
    calls: factor * average("calls"),
    emails: factor * average("emails"),
    statements: factor * average("statements"),
    news: factor * average("news"),
    walWarm: factor * average("wal"),
    walCold: factor * average("walAfterCheckpoint"),
    down: factor * average("down"),
    nodeCores: (factor * average("node")) / 1_000,
    postgresCores: (factor * average("postgres")) / 1_000,
    streams: factor * streams,
  }));
}

export const peakOf = (steps) =>
  Object.fromEntries(Object.keys(steps[0]).map((name) => [name, Math.max(...steps.map((step) => step[name]))]));
export const sumOfDay = (steps, name) => steps.reduce((sum, step) => sum + step[name] * STEP_SECONDS, 0);

/**
 * How many accounts one PostgreSQL carries: by its cores at the peak, by commits that tell news, and by its disk after so many years.
 * `together`: where the servers are on the same cores. @param peak - of one account @param commits - with news, a second
 */
export function capacityOf({ machine, peak, disk, years, commits }) {
  const byCoresOf = (cores) => Math.floor((machine.cores * machine.busy) / cores);
  const [byCores, together] = [byCoresOf(peak.postgresCores), byCoresOf(peak.postgresCores + peak.nodeCores)];
  const byDisk = Math.floor((machine.disk * GB) / (disk.start + years * disk.year));
  const byCommits = Math.floor((commits * machine.busy) / peak.news);
  return { byCores, together, byCommits, byDisk, accounts: Math.min(byCores, byCommits, byDisk) };
}

/** @param bytes - in all databases @returns machines and dollars a year */
export function needsOf({ accounts, peak, bytes, sums, machine, prices, capacity }) {
  const cells = Math.max(1, Math.ceil(accounts / capacity));
  const whole = (cores) => Math.max(1, Math.ceil(cores / machine.busy));
  const nodeCores = Math.ceil(whole(peak.nodeCores) * machine.spare);
  const postgresCores = Math.max(cells, whole(peak.postgresCores)) * (1 + machine.copies);
  const gb = bytes / GB;
  const dollars = {
    cores: (nodeCores + postgresCores) * prices.coreMonth * MONTHS,
    disk: gb * (1 + machine.copies) * prices.diskGbMonth * MONTHS,
    backups: gb * machine.backups * prices.backupGbMonth * MONTHS,
    egress: (sums.down / GB) * prices.egressGb,
    emails: (sums.emails / 1_000) * prices.thousandEmails,
  };
  const year = Object.values(dollars).reduce((sum, one) => sum + one, 0);
  return { cells, nodeCores, postgresCores, dollars, year, ofAccount: year / accounts };
}
