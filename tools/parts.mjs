/**
 * What the proof of Coffer consists of. `npm test` runs the everyday parts, `npm run test:all` every part with every case (tests read `isWhole`).
 * This file says which part a change can touch; `only-in-all.mjs` says which tests of the everyday parts only `test:all` runs, and why.
 */

import { ONLY_IN_ALL } from "./only-in-all.mjs";

/**
 * In the order in which `test:all` runs them: what fails fastest comes first. `vitest` and `playwright` name projects; `command` is one yes or no.
 * `why` says why `npm test` leaves a part out, or some of its projects and cases.
 */
export const PARTS = {
  checks: { about: "everything that is not a test" },
  unit: { about: "functions, modules and the server with its database", vitest: ["fast"] },
  components: {
    about: "components and browser storage in Chromium",
    vitest: ["browser", "alone", "web", "extension"],
    why: "every verb fails in every way in every screen, a sixth kind of item, and the browser's store by itself; every day one failure a screen, and the sentences where they are made",
  },
  flows: {
    about: "whole stories: real client, server and PostgreSQL",
    vitest: ["flows", "flows-alone"],
    why: "a thousand edits, and 300 histories of edits that wait; every day a hundred, and 12 short ones",
  },
  attacks: {
    about: "published attacks on the real client and server",
    vitest: ["evil"],
    why: "every row; every day one of each class",
  },
  fields: { about: "recognising and filling fields in Chromium", vitest: ["fill"], why: "every page; every day a representative part" },
  journeys: {
    about: "the built product in a real browser",
    playwright: ["everyday", "counted", "rest"],
    why: "every screen, form and failure in every look; every day the stories people live by",
  },
  slow: {
    about: "killed processes, measured answers, slow hashes",
    vitest: ["slow"],
    why: "87 starts of the server, and key derivation at its true cost",
  },
  necessity: {
    about: "every countermeasure taken out in turn",
    command: ["tests/evil/run.mjs", "--necessity"],
    why: "one run of the attacks for each",
  },
  gym: { about: "a thousand pages of forms", command: ["tests/gym/run.mjs"], why: "a thousand pages in a browser" },
  gallery: { about: "every screen in every look, measured", command: ["tests/gallery/run.mjs"], why: "1,400 looks" },
  firefox: { about: "the extension in a real Firefox", command: ["tests/firefox/run.mjs"], why: "a second browser" },
};

/** What `npm test` runs: one run of vitest and, in its gaps, the checks and the first project of journeys; the others when all is quiet. */
export const EVERYDAY = {
  vitest: ["fast", "flows", "flows-alone", "evil", "browser", "extension", "fill"],
  playwright: ["everyday", "counted"],
};

/** Everything but `checks`, which always run. */
const ALL = Object.keys(PARTS).filter((name) => name !== "checks");

/** Folder → parts that a change in it can touch. The longest folder that fits counts; what fits none can touch everything. */
export const TOUCHED_BY = {
  "packages/core": ["unit", "components", "flows", "attacks", "fields", "journeys", "necessity", "gym", "gallery", "firefox"],
  "packages/core/src/transfer": ["unit", "components", "flows", "attacks", "journeys", "necessity", "gallery"],
  "packages/crypto": ["unit", "components", "flows", "attacks", "journeys", "slow", "necessity", "gallery"],
  "packages/contract": ["unit", "components", "flows", "attacks", "journeys", "slow", "necessity", "gallery"],
  "packages/client": ["unit", "components", "flows", "attacks", "journeys", "slow", "necessity", "gallery", "firefox"],
  "packages/fill": ["unit", "fields", "journeys", "gym", "firefox"],
  "packages/app": ["unit", "components", "attacks", "journeys", "gallery", "firefox"],
  "apps/web": ["unit", "components", "journeys", "gallery"],
  "apps/extension": ["unit", "components", "flows", "attacks", "journeys", "necessity", "gym", "gallery", "firefox"],
  "apps/server": ["unit", "flows", "attacks", "journeys", "slow", "necessity"],
  "tests/flows": ["flows", "attacks", "journeys", "slow", "necessity", "gallery"],
  "tests/evil": ["attacks", "necessity"],
  "tests/journeys": ["journeys", "gallery", "firefox"],
  "tests/gym": ["fields", "journeys", "gym", "gallery", "firefox"],
  "tests/gallery": ["journeys", "gallery"],
  "tests/firefox": ["firefox"],
  "tools/costs": ["unit"],
  docs: ["unit"],
  bench: [],
  packaging: [],
  "README.md": [],
  "CONTRIBUTING.md": [],
  "SECURITY.md": [],
};

/** @param folder - "packages/app/", or "" for the root @returns the files in it that this run leaves out, named from it */
export const leftOutIn = (folder) =>
  process.env.TEST_ALL === "1"
    ? []
    : Object.keys(ONLY_IN_ALL)
        .filter((place) => place.startsWith(folder))
        .map((place) => place.slice(folder.length));

/** @returns the parts that these changed files can touch, in their order; the checks always. */
export function partsTouchedBy(files) {
  const touched = new Set(files.flatMap((file) => TOUCHED_BY[folderOf(file)] ?? ALL));
  return Object.keys(PARTS).filter((name) => name === "checks" || touched.has(name));
}

/** @param result - what the part came to @param changed - files that have changed since @returns whether it passed and still says so */
export const stillHolds = (name, { failed, skipped = 0 }, changed) =>
  failed === 0 && skipped === 0 && !partsTouchedBy(changed).includes(name);

function folderOf(file) {
  const fits = Object.keys(TOUCHED_BY).filter((folder) => file === folder || file.startsWith(`${folder}/`));
  return fits.sort((a, b) => b.length - a.length)[0];
}
