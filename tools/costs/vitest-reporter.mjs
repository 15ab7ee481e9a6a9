/** Writes what each test file of a vitest run cost, in CPU seconds, to the file that COFFER_COSTS names. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { ROOT } from "../ensure.mjs";
import { Meter } from "./meter.mjs";

export class CostReporter {
  #path = process.env.COFFER_COSTS;
  #meter = new Meter({ countsWorkers: false });

  onTestModuleQueued(file) {
    this.#meter.start(relative(ROOT, file.moduleId), file.project.isBrowserEnabled());
  }

  onTestModuleEnd(file) {
    this.#meter.end(relative(ROOT, file.moduleId));
  }

  onTestRunEnd() {
    if (!this.#path) return;
    for (const { file, seconds } of this.#takeLines()) this.#meter.add(relative(ROOT, file), seconds);
    writeFileSync(this.#path, JSON.stringify(this.#meter.costs));
  }

  /** What the workers noted themselves (in-worker.ts). */
  #takeLines() {
    const path = `${this.#path}.lines`;
    if (!existsSync(path)) return [];
    const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
    rmSync(path);
    return lines.map((line) => JSON.parse(line));
  }
}
