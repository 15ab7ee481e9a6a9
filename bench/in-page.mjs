/** What runs in a measured page before its own scripts: notes when rows are painted, when a person pressed, and how long the page's thread was busy. */

/** Runs in the page. `rows` is called for the first frame with a row after `arm`; a page load arms it. */
export function noteInPage() {
  const noted = { pressed: 0, rows: 0, tasks: [], keys: [] };
  globalThis.noted = noted;
  let isArmed = true;
  const hasRows = () => document.querySelector("li[data-position]") !== null;
  /** After the frame with the rows was handed over: a message that is sent while it is made arrives after it. */
  const afterPaint = (then) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = then;
      port2.postMessage(null);
    });
  const look = () => {
    if (!isArmed || !hasRows()) return;
    isArmed = false;
    afterPaint(() => {
      noted.rows = performance.now();
      performance.mark("bench-rows");
    });
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  globalThis.formSeen = new Promise((resolve) => {
    const seen = () => document.querySelector('input[type="password"]') && afterPaint(() => resolve(performance.now()));
    new MutationObserver(seen).observe(document, { childList: true, subtree: true });
  });
  const onSubmit = () => {
    Object.assign(noted, { pressed: performance.now(), rows: 0 });
    performance.mark("bench-from");
  };
  addEventListener("submit", onSubmit, true);
  // A key of a search, until the rows that it leaves are painted: the first that come or go after it.
  let typed = 0;
  const searched = () => {
    if (typed === 0) return;
    const from = typed;
    typed = 0;
    afterPaint(() => {
      noted.keys.push({ from, to: performance.now() });
      performance.mark("bench-key-rows");
    });
  };
  let isNoting = false;
  globalThis.noteKeys = () => {
    if (isNoting) return;
    isNoting = true;
    addEventListener(
      "keydown",
      ({ timeStamp }) => {
        typed = timeStamp;
        performance.mark("bench-key", { startTime: timeStamp });
      },
      true,
    );
    new MutationObserver(searched).observe(document.getElementById("content"), { childList: true, subtree: true });
  };
  globalThis.armRows = () => {
    noted.rows = 0;
    isArmed = true;
  };
  const keep = (list) => noted.tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })));
  new PerformanceObserver(keep).observe({ type: "longtask", buffered: true });
}

/** Runs in the page. @returns milliseconds from `from` (a press, or the start of the page) to the rows, and what it took; `after`: the longest task since. */
export function readNoted(isFromPress) {
  const { pressed, rows, tasks } = globalThis.noted;
  const from = isFromPress ? pressed : 0;
  const within = tasks.filter(({ startTime, duration }) => startTime + duration > from && startTime < rows);
  const after = tasks.filter(({ startTime }) => startTime >= rows);
  const longestOf = (some) => Math.max(0, ...some.map(({ duration }) => duration));
  const asked = performance.getEntriesByType("resource").filter(({ startTime }) => startTime >= from && startTime < rows);
  const [calls, files] = [true, false].map((isCall) => asked.filter(({ name }) => name.includes("/api/") === isCall).length);
  return { ms: rows - from, longest: longestOf(within), after: longestOf(after), calls, files };
}
