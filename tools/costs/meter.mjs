/** Shares the CPU time of processes that several files use at once (database, browser) among the files that run meanwhile. The runner's own is no file's. */
import { cpuOfTree, processes } from "./cpu.mjs";

/** Children of the runner by what they are: what a worker of Node costs, its files count themselves. */
const isBrowser = (name) => /chrom|headless/.test(name);

/** @returns CPU seconds so far of the browsers, and of the runner's other children: the database, and workers where these are counted here. */
function sharedSeconds(root, countsWorkers) {
  const all = processes();
  const seconds = { browser: 0, other: 0 };
  for (const [pid, { parent, name }] of all) {
    if (parent !== root) continue;
    if (isBrowser(name)) seconds.browser += cpuOfTree(pid, all);
    else if (countsWorkers || !name.startsWith("node")) seconds.other += cpuOfTree(pid, all);
  }
  return seconds;
}

export class Meter {
  #root;
  #countsWorkers;
  #last;
  /** file → whether it is drawn by a browser that the runner started */
  #running = new Map();
  #seconds = new Map();

  /** @param countsWorkers - where files do not measure their own worker */
  constructor({ root = process.pid, countsWorkers }) {
    this.#root = root;
    this.#countsWorkers = countsWorkers;
    this.#last = sharedSeconds(root, countsWorkers);
  }

  start(file, isInBrowser = false) {
    this.#share();
    this.#running.set(file, isInBrowser);
  }

  end(file) {
    this.#share();
    this.#running.delete(file);
  }

  add(file, seconds) {
    this.#seconds.set(file, (this.#seconds.get(file) ?? 0) + seconds);
  }

  /** file → CPU seconds, to a tenth */
  get costs() {
    return Object.fromEntries([...this.#seconds].map(([file, seconds]) => [file, Math.round(seconds * 10) / 10]));
  }

  #share() {
    const now = sharedSeconds(this.#root, this.#countsWorkers);
    const files = [...this.#running];
    const drawn = files.filter(([, isInBrowser]) => isInBrowser);
    this.#split(now.browser - this.#last.browser, drawn.length > 0 ? drawn : files);
    this.#split(now.other - this.#last.other, files);
    this.#last = now;
  }

  #split(seconds, files) {
    for (const [file] of files) this.add(file, Math.max(0, seconds) / files.length);
  }
}
