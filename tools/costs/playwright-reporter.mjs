/** Writes what each file of journeys cost, in CPU seconds, to the file that COFFER_COSTS names: what all processes of the run took, shared among the files that ran. */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { ROOT } from "../ensure.mjs";
import { Meter } from "./meter.mjs";

export default class CostReporter {
  #meter = new Meter({ countsWorkers: true });
  /** file → how many of its tests run now */
  #running = new Map();

  onTestBegin(test) {
    const file = relative(ROOT, test.location.file);
    this.#running.set(file, (this.#running.get(file) ?? 0) + 1);
    this.#meter.start(file);
  }

  onTestEnd(test) {
    const file = relative(ROOT, test.location.file);
    const left = (this.#running.get(file) ?? 1) - 1;
    this.#running.set(file, left);
    if (left === 0) this.#meter.end(file);
  }

  onEnd() {
    if (process.env.COFFER_COSTS) writeFileSync(process.env.COFFER_COSTS, JSON.stringify(this.#meter.costs));
  }
}
