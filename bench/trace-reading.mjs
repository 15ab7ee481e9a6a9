/** Reads a trace of Chromium: what the page's thread did between two moments, by kind, by task, by file and by function. */

const MICRO = 1_000;
const TASK_MS = 3;
const MOST = 45;

/** @param events - of a trace that has the marks `bench-from` and `bench-rows` (in-page.mjs); without the first it begins with the navigation. */
export function printTrace(name, events) {
  const main = mainThread(events);
  const own = events.filter(({ pid, tid }) => pid === main.pid && tid === main.tid);
  const mark = (text) => own.findLast((event) => event.name === text)?.ts;
  const from =
    mark("bench-from") ??
    own.find((event) => event.name === "navigationStart" && event.args?.data?.isOutermostMainFrame !== false)?.ts ??
    own[0].ts;
  const to = mark("bench-rows");
  const tasks = ownTasks(own, { from, to });
  console.log(
    `\n${name}: ${((to - from) / MICRO).toFixed(0)} ms, the page's thread is busy for ${(sum(tasks.map(({ dur }) => dur)) / MICRO).toFixed(0)} ms of them`,
  );
  const kinds = new Map();
  for (const task of tasks) addSelf(task, kinds);
  printTop("by kind", kinds);
  console.log("tasks:");
  for (const task of tasks.filter(({ dur }) => dur > TASK_MS * MICRO)) {
    const inside = new Map();
    addSelf(task, inside);
    const most = [...inside]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 5)
      .map(([kind, us]) => `${kind} ${(us / MICRO).toFixed(1)}`);
    console.log(
      `  at ${((task.ts - from) / MICRO).toFixed(0).padStart(5)}  ${(task.dur / MICRO).toFixed(1).padStart(6)} ms: ${most.join(", ")}`,
    );
  }
  printProfile(events, main, [{ from, to }]);
}

/** @param events - with a mark `bench-key` for each letter, and `bench-key-rows` for its rows. @returns for each letter its milliseconds, and how many of them the page's thread worked */
export function lettersOf(events, typed) {
  const main = mainThread(events, "bench-key-rows");
  const own = events.filter(({ pid, tid }) => pid === main.pid && tid === main.tid);
  const marks = (name) => own.filter((event) => event.name === name).map(({ ts }) => ts);
  const ends = marks("bench-key-rows");
  return marks("bench-key").flatMap((from, at, all) => {
    const to = ends.find((ts) => ts > from && ts < (all[at + 1] ?? Number.POSITIVE_INFINITY));
    if (to === undefined) return [];
    const tasks = ownTasks(own, { from, to });
    return { letter: typed[at], from, to, tasks, wall: (to - from) / MICRO, cpu: sum(tasks.map(({ tdur = 0 }) => tdur)) / MICRO };
  });
}

export function printLetters(events, typed) {
  const letters = lettersOf(events, typed);
  console.log("\nletters: from the key to its rows, and of that processor time of the page's thread");
  for (const { letter, wall, cpu } of letters)
    console.log(`  ${letter.padEnd(12)} ${wall.toFixed(1).padStart(6)} ms ${cpu.toFixed(1).padStart(6)} ms`);
  const kinds = new Map();
  for (const task of letters.flatMap(({ tasks }) => tasks)) addSelf(task, kinds);
  printTop("by kind, all letters", kinds);
  printProfile(events, mainThread(events, "bench-key-rows"), letters);
}

const ownTasks = (own, { from, to }) =>
  nested(own.filter(({ ph, dur, ts }) => ph === "X" && dur > 0 && ts + dur > from && ts < to).sort((a, b) => a.ts - b.ts || b.dur - a.dur));

const sum = (all) => all.reduce((total, one) => total + one, 0);

/** The thread of the page that has the mark. */
function mainThread(events, mark = "bench-rows") {
  const marked = events.findLast(({ name }) => name === mark);
  return { pid: marked.pid, tid: marked.tid };
}

/** @returns the outermost, each with what is inside it */
function nested(slices) {
  const roots = [];
  const open = [];
  for (const event of slices) {
    const node = { ...event, inside: [] };
    while (open.length > 0 && open.at(-1).ts + open.at(-1).dur <= event.ts) open.pop();
    (open.at(-1)?.inside ?? roots).push(node);
    open.push(node);
  }
  return roots;
}

function addSelf(node, kinds) {
  const self = node.dur - sum(node.inside.map(({ dur }) => dur));
  kinds.set(node.name, (kinds.get(node.name) ?? 0) + self);
  for (const one of node.inside) addSelf(one, kinds);
}

function printTop(title, sums) {
  const most = [...sums].sort((a, b) => b[1] - a[1]).filter(([, us]) => us >= MICRO / 2);
  console.log(
    `${title}: ${most
      .slice(0, MOST)
      .map(([what, us]) => `${what} ${(us / MICRO).toFixed(1)}`)
      .join(", ")}`,
  );
}

function printProfile(events, { pid, tid }, windows) {
  const ids = new Set(events.filter((event) => event.name === "Profile" && event.pid === pid && event.tid === tid).map(({ id }) => id));
  const nodes = new Map();
  const [byFunction, byFile, byTotal] = [new Map(), new Map(), new Map()];
  for (const id of ids) {
    const start = events.find((event) => event.name === "Profile" && event.id === id && event.pid === pid).args.data.startTime;
    let at = start;
    for (const { args } of events.filter((event) => event.name === "ProfileChunk" && event.id === id && event.pid === pid)) {
      const { cpuProfile, timeDeltas = [] } = args.data;
      for (const node of cpuProfile?.nodes ?? []) nodes.set(node.id, node);
      (cpuProfile?.samples ?? []).forEach((sample, index) => {
        const delta = timeDeltas[index] ?? 0;
        at += delta;
        if (!windows.some(({ from, to }) => at >= from && at <= to)) return;
        const seen = new Set();
        for (let node = nodes.get(sample), isFirst = true; node; node = nodes.get(node.parent), isFirst = false) {
          const { functionName, url = "", lineNumber = 0 } = node.callFrame;
          const file = url.split("/").at(-1);
          const place = `${functionName || "?"} ${file}:${lineNumber + 1}`;
          if (isFirst) {
            byFunction.set(place, (byFunction.get(place) ?? 0) + delta);
            byFile.set(file || functionName, (byFile.get(file || functionName) ?? 0) + delta);
          }
          if (!seen.has(place)) byTotal.set(place, (byTotal.get(place) ?? 0) + delta);
          seen.add(place);
        }
      });
    }
  }
  printTop("by file", byFile);
  printTop("functions, themselves", byFunction);
  printTop("functions, with what they call", byTotal);
}
