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
export const EVERYDAY = { vitest: ["fast", "flows", "evil", "browser", "extension", "fill"], playwright: ["everyday", "counted"] };

/** Everything but `checks`, which always run. */
const ALL = Object.keys(PARTS).filter((name) => name !== "checks");

/** Folder → parts that a change in it can touch. The longest folder that fits counts; what fits none can touch everything. */
export const TOUCHED_BY = {
  "packages/core": ["unit", "components", "flows", "attacks", "fields", "journeys", "necessity", "gym", "gallery", "firefox"],
  "packages/core/src/transfer": ["unit", "components", "flows", "journeys"],
  "packages/crypto": ["unit", "components", "flows", "attacks", "journeys", "slow", "necessity", "gallery"],
  "packages/contract": ["unit", "components", "flows", "attacks", "journeys", "slow", "necessity", "gallery"],
  "packages/client": ["unit", "components", "flows", "attacks", "journeys", "slow", "necessity", "gallery", "firefox"],
  "packages/fill": ["unit", "fields", "journeys", "gym", "firefox"],
  "packages/app": ["unit", "components", "attacks", "journeys", "gallery", "firefox"],
  "apps/web": ["unit", "components", "journeys", "gallery"],
  "apps/extension": ["unit", "components", "flows", "attacks", "journeys", "necessity", "gym", "gallery", "firefox"],
  "apps/server": ["unit", "flows", "attacks", "journeys", "slow", "necessity"],
  "tests/flows": ["flows", "attacks", "slow", "necessity"],
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
    proves: "tests/flows/sharing.flow.test.ts, tests/evil/evil.test.ts, packages/client/src/sync/merge-histories.test.ts",
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
      "packages/app/src/account/settings/CredentialPanels.browser.test.tsx, packages/app/src/account/settings/ListPanels.browser.test.tsx, packages/app/src/ui/error-message.test.ts, packages/app/src/every-feature.browser.test.tsx",
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
  "tests/flows/resealed-versions.flow.test.ts": {
    why: "breaks the sealing of the history under new keys off at every call",
    proves: "tests/flows/new-keys.flow.test.ts, tests/flows/item-versions.flow.test.ts, apps/server/src/vault/old-versions.test.ts",
  },
  "tests/flows/restored-shares.flow.test.ts": {
    why: "restores a server in four ways under people who share",
    proves: "tests/flows/restored-backup.flow.test.ts, tests/flows/repair.flow.test.ts, tests/evil/evil.test.ts",
  },
  "tests/flows/waiting-troubled.flow.test.ts": {
    why: "meets every answer of a server that cannot take edits now",
    proves: "tests/flows/waiting-edits.flow.test.ts, tests/flows/simulator.flow.test.ts",
  },
  "tests/flows/sent-again.flow.test.ts": {
    why: "loses the answer to each kind of edit",
    proves: "tests/flows/waiting-edits.flow.test.ts, tests/flows/simulator.flow.test.ts",
  },
  "tests/flows/sharing-concurrent.flow.test.ts": {
    why: "changes shares between any two answers to one pull",
    proves: "tests/flows/sharing.flow.test.ts, tests/flows/sharing-vault.flow.test.ts, tests/evil/evil.test.ts",
  },
  "tests/flows/sharing-given-again.flow.test.ts": {
    why: "ends and gives a share in ten orders",
    proves: "tests/flows/sharing.flow.test.ts, tests/flows/sharing-life.flow.test.ts",
  },
  "tests/flows/sharing-lists.flow.test.ts": {
    why: "reads both lists for an item of every kind",
    proves: "tests/flows/sharing.flow.test.ts, apps/server/src/sharing/every-call.test.ts",
  },
  "tests/flows/many-shares.flow.test.ts": {
    why: "shares item after item with one person",
    proves: "apps/server/src/sharing/unsolicited-shares.test.ts, apps/server/src/sharing/access-limits.test.ts",
  },
  "tests/flows/team-hand-over.flow.test.ts": {
    why: "makes a team for each way in which its only administrator leaves",
    proves: "tests/flows/team.flow.test.ts, apps/server/src/team/team.test.ts",
  },
  "tests/flows/member-access.flow.test.ts": {
    why: "removes a member of each kind",
    proves: "tests/flows/team.flow.test.ts, apps/server/src/team/matrix.test.ts",
  },
  "tests/flows/passkey-refusals.flow.test.ts": {
    why: "refuses passkeys in every way",
    proves: "tests/flows/passkeys.flow.test.ts, tests/flows/vault-passkeys.flow.test.ts",
  },
  "tests/flows/extension-shared.flow.test.ts": {
    why: "plants a login by sharing it in every way",
    proves: "tests/flows/extension-fills.flow.test.ts, tests/evil/evil.test.ts",
  },
  "tests/flows/extension-waits.flow.test.ts": {
    why: "takes the connection from the worker in every state",
    proves: "tests/flows/extension-saves.flow.test.ts, tests/flows/waiting-edits.flow.test.ts",
  },
  "tests/flows/time-travel-places.flow.test.ts": {
    why: "moves items in every way before a moment",
    proves: "tests/flows/time-travel.flow.test.ts, apps/server/src/vault/as-of.test.ts",
  },
  "apps/server/src/vault/streamed-lists.test.ts": {
    why: "reads replies of many megabytes",
    proves: "apps/server/src/vault/lists.test.ts, apps/server/src/vault/versions.test.ts",
  },
  "apps/server/src/vault/large-content.test.ts": {
    why: "fills a vault with the largest content",
    proves: "apps/server/src/vault/lists.test.ts, apps/server/src/vault/records.test.ts",
  },
  "apps/server/src/team/lock-order.test.ts": {
    why: "deletes teams while people join and leave",
    proves: "apps/server/src/team/team.test.ts, tests/flows/team-meanwhile.flow.test.ts",
  },
  "apps/server/src/account/clock-setback.test.ts": {
    why: "counts every limit once more under a clock that was set",
    proves: "apps/server/src/account/account.test.ts",
  },
  "apps/server/src/operator/unasked.test.ts": {
    why: "makes the tables of the version before",
    proves: "apps/server/src/db/migrate.test.ts",
  },
  "packages/app/src/every-verb.browser.test.tsx": {
    why: "draws every screen of the vault once for each call that can fail there",
    proves: "packages/app/src/every-feature.browser.test.tsx, packages/app/src/ui/error-message.test.ts",
  },
  "packages/app/src/vault/form/generated-password.browser.test.tsx": {
    why: "types a password of a new item in every way",
    proves: "packages/app/src/vault/form/ItemFormSheet.browser.test.tsx, packages/app/src/ui/generator/GeneratorPanel.browser.test.tsx",
  },
  "packages/app/src/vault/form/edit-keeps-layout.browser.test.tsx": {
    why: "measures every field of every kind",
    proves: "packages/app/src/vault/form/edit-item.browser.test.tsx, packages/app/src/vault/detail/ItemDetail.browser.test.tsx",
  },
  "packages/app/src/vault/form/others-edit.browser.test.tsx": {
    why: "saves under an open form in every way",
    proves: "packages/app/src/vault/form/edit-item.browser.test.tsx, tests/flows/two-devices.flow.test.ts",
  },
  "packages/app/src/transfer/import-passwords.browser.test.tsx": {
    why: "imports replaced passwords in every way",
    proves: "packages/app/src/transfer/Import.browser.test.tsx, packages/app/src/transfer/ImportPage.browser.test.tsx",
  },
  "packages/app/src/shell/drag-to-vault.browser.test.tsx": {
    why: "carries items with the mouse",
    proves: "packages/app/src/vault/pages/KindPage.browser.test.tsx",
  },
  "packages/app/src/vault/health/HealthCount.browser.test.tsx": {
    why: "waits for the check that runs by itself",
    proves: "packages/app/src/vault/pages/HealthPage.browser.test.tsx, tests/flows/health.flow.test.ts",
  },
  "packages/app/src/account/rehearsal/RehearsalDialog.browser.test.tsx": {
    why: "tries the paper kit in every way",
    proves: "tests/flows/rehearsal.flow.test.ts",
  },
  "packages/app/src/vault/time/time-travel.browser.test.tsx": {
    why: "goes back to every kind of difference",
    proves: "tests/flows/time-travel.flow.test.ts",
  },
  "packages/app/src/sharing/PromisedShares.browser.test.tsx": {
    why: "invites in every state",
    proves: "packages/app/src/sharing/SharingCenter.browser.test.tsx, tests/flows/sharing-promised.flow.test.ts",
  },
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
