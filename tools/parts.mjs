/**
 * What the proof of Coffer consists of. `npm test` runs the everyday parts, `npm run test:all` every part with every case (tests read `isWhole`).
 * This file says which part a change can touch, and what only `test:all` runs and why.
 */

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
    vitest: ["flows"],
    why: "a thousand edits, and 300 histories of edits that wait; every day a hundred, and 30 short ones",
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
export const EVERYDAY = { vitest: ["fast", "flows", "evil", "browser", "extension", "fill"], playwright: ["everyday", "counted"] };

/** Everything but `checks`, which always run. */
const ALL = Object.keys(PARTS).filter((name) => name !== "checks");

/** Folder → parts that a change in it can touch. The longest folder that fits counts; what fits none can touch everything. */
export const TOUCHED_BY = {
  "packages/core": ["unit", "components", "flows", "attacks", "journeys", "gallery"],
  "packages/core/src/transfer": ["unit", "components", "flows", "journeys"],
  "packages/crypto": ["unit", "flows", "attacks", "journeys", "slow", "necessity"],
  "packages/contract": ["unit", "components", "flows", "attacks", "journeys"],
  "packages/client": ["unit", "components", "flows", "attacks", "journeys", "necessity"],
  "packages/fill": ["unit", "fields", "journeys", "gym", "firefox"],
  "packages/app": ["unit", "components", "journeys", "gallery"],
  "apps/web": ["unit", "components", "journeys", "gallery"],
  "apps/extension": ["unit", "components", "journeys", "gym", "gallery", "firefox"],
  "apps/server": ["unit", "flows", "attacks", "journeys", "slow", "necessity"],
  "tests/flows": ["flows", "attacks"],
  "tests/evil": ["attacks", "necessity"],
  "tests/journeys": ["journeys", "gallery", "firefox"],
  "tests/gym": ["gym", "fields", "firefox"],
  "tests/gallery": ["gallery"],
  "tests/firefox": ["firefox"],
  "tools/costs": ["unit"],
  docs: ["unit"],
  bench: [],
  packaging: [],
  "README.md": [],
  "CONTRIBUTING.md": [],
  "SECURITY.md": [],
};

/** Test files that `npm test` leaves out whole, apart from the parts above. `proves`: which everyday tests look at the same lines. */
export const ONLY_IN_ALL = {
  "tests/flows/import-limits.flow.test.ts": { why: "plans 100,000 rows twice", proves: "tests/flows/import.flow.test.ts" },
  "tests/flows/sharing-ownership.flow.test.ts": {
    why: "moves what others made in ten ways",
    proves: "tests/flows/sharing-vault.flow.test.ts, tests/evil/evil.test.ts",
  },
  "tests/flows/sharing-expiry.flow.test.ts": {
    why: "waits out shares in nine ways",
    proves: "tests/flows/sharing.flow.test.ts, apps/server/src/sharing/access-limits.test.ts",
  },
  "tests/flows/sharing-linked.flow.test.ts": {
    why: "shares one item in two ways at once",
    proves: "tests/flows/sharing-vault.flow.test.ts, apps/server/src/sharing/linked-grants.test.ts",
  },
  "tests/flows/sharing-key-races.flow.test.ts": {
    why: "replaces a key between any two answers, and by two devices at once",
    proves: "tests/flows/sharing-concurrent.flow.test.ts, tests/evil/evil.test.ts, packages/client/src/sync/merge-histories.test.ts",
  },
  "tests/flows/sharing-interrupted.flow.test.ts": {
    why: "breaks a share off at every call",
    proves: "tests/flows/sharing-vault.flow.test.ts",
  },
  "tests/flows/team-pending.flow.test.ts": {
    why: "makes a team and its people for each of 11 rare states",
    proves: "tests/flows/team.flow.test.ts, packages/client/src/team/reconcile-team.test.ts, tests/evil/evil.test.ts",
  },
  "tests/flows/team-rejoin.flow.test.ts": {
    why: "makes a team for each way back into it",
    proves: "tests/flows/team.flow.test.ts, packages/core/src/team/log.test.ts, apps/server/src/team/admissions.test.ts",
  },
  "tests/flows/team-writers.flow.test.ts": {
    why: "makes two teams for each way in which who may write is in doubt",
    proves: "tests/flows/team.flow.test.ts, tests/flows/team-meanwhile.flow.test.ts, tests/evil/evil.test.ts",
  },
  "tests/flows/moved-since-backup.flow.test.ts": {
    why: "moves an item in three ways before the database is set back",
    proves: "tests/flows/restored-backup.flow.test.ts, tests/flows/repair.flow.test.ts",
  },
  "tests/flows/recovery-refused.flow.test.ts": {
    why: "tries every refusal of a recovery with real people",
    proves: "tests/flows/recovery.flow.test.ts, tests/flows/discarded-vault.flow.test.ts, tests/flows/lying-recovery.flow.test.ts",
  },
  "tests/flows/sharing-lying-server.flow.test.ts": { why: "tells each lie about shares to real people", proves: "tests/evil/evil.test.ts" },
  "tests/flows/random-histories.flow.test.ts": {
    why: "plays a hundred histories of six people",
    proves: "tests/evil/generated/colleague.test.ts, tests/flows/team.flow.test.ts",
  },
  "apps/server/src/operator/backup.test.ts": {
    why: "makes and restores backups in every way",
    proves: "tests/flows/restored-backup.flow.test.ts",
  },
  "tests/flows/first-sync.flow.test.ts": { why: "fills a vault first", proves: "tests/flows/no-repeated-work.flow.test.ts" },
  "apps/server/src/vault/limits.test.ts": { why: "fills accounts with 300,000 rows", proves: "apps/server/src/vault/records.test.ts" },
  "packages/app/src/account/settings/every-verb.browser.test.tsx": {
    why: "draws every screen of an account once for each call that can fail there",
    proves:
      "packages/app/src/account/settings/CredentialPanels.browser.test.tsx, packages/app/src/account/settings/ListPanels.browser.test.tsx, packages/app/src/ui/error-message.test.ts, packages/app/src/every-verb.browser.test.tsx",
  },
  "packages/app/src/vault/pages/sixth-kind.browser.test.tsx": {
    why: "loads the app once more, with a sixth kind of item",
    proves: "tests/flows/future-kind.flow.test.ts",
  },
  "packages/core/src/transfer/fuzz.test.ts": {
    why: "breaks files in thousands of ways",
    proves: "packages/core/src/transfer/hostile.test.ts, packages/core/src/transfer/blind.test.ts",
  },
  "packages/client/src/transfer/backup.test.ts": { why: "derives keys at their true cost", proves: "tests/flows/backup.flow.test.ts" },
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
