/** The everyday tests with marks in the sources (COFFER_MARKS: where the result goes), or with one fault (COFFER_FAULT: which). */
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import extension from "../../apps/extension/vitest.config.ts";
import web from "../../apps/web/vitest.config.ts";
import app from "../../packages/app/vitest.config.ts";
import fill from "../../packages/fill/vitest.config.ts";
import base from "../../vitest.config.ts";
import { ROOT } from "../ensure.mjs";
import { marks, oneFault } from "./marks.mjs";

const result = process.env.COFFER_MARKS;
const fault = process.env.COFFER_FAULT;
const here = (name) => join(ROOT, "tools/mutants", name);

/** With what vite has made ready for tests without a fault in a place of its own: one run would take it away from the other. */
const folders = { "packages/app": app, "packages/fill": fill, "apps/web": web, "apps/extension": extension };

const withPlugin = (config) => ({
  ...config,
  plugins: [...(config.plugins ?? []), result ? marks() : oneFault(JSON.parse(fault))],
  test: { ...config.test, setupFiles: [...(result ? [here("in-file.mjs")] : []), ...(config.test.setupFiles ?? [])] },
});
/** None without either: then someone only looks what is imported. */
const projects =
  !result && !fault
    ? []
    : [
        ...base.test.projects.filter((project) => typeof project !== "string").map((project) => ({ root: ROOT, ...project })),
        ...Object.entries(folders).map(([folder, config]) => ({
          root: join(ROOT, folder),
          ...config,
          cacheDir: join(ROOT, ".cache/mutants", folder),
        })),
      ];

/** Test file → source → which of its faults it ran; with the seconds that it took. */
class MarksReporter {
  #ran = {};
  onTestModuleEnd(file) {
    const project = file.project.name.split(" ")[0];
    this.#ran[relative(ROOT, file.moduleId)] = {
      project,
      ran: file.meta().ran ?? {},
      seconds: file.diagnostic().duration / 1000,
      isOk: file.ok(),
    };
  }
  onTestRunEnd() {
    writeFileSync(result, JSON.stringify(this.#ran));
  }
}

export default {
  ...base,
  root: ROOT,
  test: {
    ...base.test,
    projects: projects.map(withPlugin),
    globalSetup: join(ROOT, base.test.globalSetup),
    reporters: result ? ["default", new MarksReporter()] : ["dot"],
  },
};
