/** What our scripts cost a page: CPU time of its main thread, from the browser's own trace. */
import { best, median } from "./measure.mjs";

/** @param file - of ours; all without it. @returns of the page's main thread: what share of its time our scripts had, in percent, and the longest piece of ours and all of them, in milliseconds */
export async function costOf(context, page, work, file = "") {
  const cdp = await context.newCDPSession(page);
  const events = [];
  cdp.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const isOver = new Promise((resolve) => cdp.once("Tracing.tracingComplete", resolve));
  await cdp.send("Tracing.start", { categories: "toplevel,devtools.timeline,v8,disabled-by-default-v8.cpu_profiler" });
  await work();
  await cdp.send("Tracing.end");
  await isOver;
  return ourPart(events, file);
}

const isOurs = ({ args }) => JSON.stringify(args?.data ?? {}).includes("chrome-extension://");

const isOurCall = (call) => /^(?:FunctionCall|EvaluateScript)$/.test(call.name) && isOurs(call);

function ourPart(events, file) {
  // No other page draws or runs our scripts during this.
  const { pid, tid } = events.find(({ name }) => name === "FireAnimationFrame") ?? events.find(isOurCall) ?? {};
  const calls = events.filter((event) => event.ph === "X" && event.tdur !== undefined && event.pid === pid && event.tid === tid);
  const tasks = calls.filter(({ name }) => /RunTask$/.test(name)).map(({ tdur }) => tdur / 1_000);
  const ours = calls.filter((call) => isOurCall(call) && JSON.stringify(call.args).includes(file)).map(({ tdur }) => tdur / 1_000);
  const sum = (all) => all.reduce((total, ms) => total + ms, 0);
  return { share: (sum(ours) / sum(tasks)) * 100, longest: Math.max(0, ...ours), sum: sum(ours) };
}

/** @param limit - undefined for rows without a limit */
export const row = (name, values, unit, limit) => ({ name, value: best(values), half: median(values), unit, limit });
