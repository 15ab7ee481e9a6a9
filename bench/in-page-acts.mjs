/** What runs in a measured page to time one act of a person: from the key or press that was waited for to the frame that shows what it asked for. */

/** Runs in the page before its own scripts, after `noteInPage`. */
export function noteActs() {
  const LOADING = '[role="status"][aria-label^="Loading"]';
  const some = (selector, text) => [...document.querySelectorAll(selector)].some((element) => element.textContent.includes(text));
  /** When an act is over. */
  const LOOKS = {
    opened: (title) =>
      some('[role="dialog"]', title) && document.querySelector(`[role="dialog"] ${LOADING}, [role="dialog"] form`) === null,
    listed: (title) => some("li[data-position]", title),
    gone: (title) => !some("li[data-position]", title),
    said: (words) => some("[data-toast]", words),
  };
  let act = null;
  globalThis.armAct = (event, look, text) => {
    act = { event, look, text, from: 0, to: 0 };
    globalThis.noted.act = act;
  };
  const begin = (event) => {
    const isIt = event.type === act?.event && (event.type !== "keydown" || !["Control", "Shift", "Meta"].includes(event.key));
    if (!isIt || act.from > 0) return;
    act.from = event.timeStamp;
    performance.mark("bench-from", { startTime: act.from });
  };
  for (const type of ["keydown", "click"]) addEventListener(type, begin, true);
  const look = () => {
    const now = act;
    if (!now?.from || now.seen || !LOOKS[now.look](now.text)) return;
    now.seen = true;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        now.to = performance.now();
        performance.mark("bench-rows");
      };
      port2.postMessage(null);
    });
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Runs in the page, a while after the act. */
export function readAct() {
  const { tasks, act } = globalThis.noted;
  const ends = ({ startTime, duration }) => startTime + duration;
  const longest = (some) => Math.max(0, ...some.map(({ duration }) => duration));
  return {
    ms: act.to - act.from,
    longest: longest(tasks.filter((task) => ends(task) > act.from && task.startTime < act.to)),
    after: longest(tasks.filter((task) => task.startTime >= act.to)),
  };
}

/** Runs in the page. Scrolls by the height of the window, as often as `times`. @returns for each time the milliseconds until rows fill the window, painted */
export async function scrollScreens(times) {
  const list = document.querySelector("ul:has(> li[data-position])").getBoundingClientRect();
  const x = list.left + list.width / 4;
  /** Between two lines is a gap. */
  const GAP = 16;
  const isRow = (y) => Boolean(document.elementFromPoint(x, y)?.closest("li[data-position]"));
  const filled = () => [0.4, 0.6, 0.8].every((share) => isRow(innerHeight * share) || isRow(innerHeight * share + GAP));
  const painted = () =>
    new Promise((resolve) => {
      const look = () =>
        requestAnimationFrame(() => {
          if (!filled()) return look();
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(null);
        });
      look();
    });
  const runs = [];
  for (let time = 0; time < times; time++) {
    const from = performance.now();
    scrollBy({ top: innerHeight, behavior: "instant" });
    await painted();
    runs.push({ from, to: performance.now() });
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  const { tasks } = globalThis.noted;
  const within = ({ from, to }) => tasks.filter(({ startTime, duration }) => startTime + duration > from && startTime < to + 100);
  return runs.map((run) => ({ ms: run.to - run.from, longest: Math.max(0, ...within(run).map(({ duration }) => duration)) }));
}

/** Runs in a page. @returns milliseconds for texts of these lengths, sealed or opened by the platform on the page's thread, and nothing else */
export async function bareCrypto({ what, lengths, atOnce }) {
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  const how = { name: "AES-GCM", iv: new Uint8Array(12) };
  const TAG = 16;
  const sizes = new Set(lengths);
  const texts = new Map();
  for (const length of sizes) {
    const plain = new Uint8Array(what === "encrypt" ? length : Math.max(0, length - TAG));
    texts.set(length, what === "encrypt" ? plain : await crypto.subtle.encrypt(how, key, plain));
  }
  const begun = performance.now();
  for (let at = 0; at < lengths.length; at += atOnce)
    await Promise.all(lengths.slice(at, at + atOnce).map((length) => crypto.subtle[what](how, key, texts.get(length))));
  return performance.now() - begun;
}

/** Runs in the page before its own scripts: how long each text was that it opened since the press. */
export function noteOpened() {
  globalThis.openedLengths = [];
  addEventListener("submit", () => (globalThis.openedLengths = []), true);
  const { decrypt } = SubtleCrypto.prototype;
  SubtleCrypto.prototype.decrypt = function (how, key, text) {
    if (globalThis.noted?.rows === 0) globalThis.openedLengths.push(text.byteLength);
    return decrypt.call(this, how, key, text);
  };
}
