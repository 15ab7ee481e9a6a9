/** What only `npm run test:all` runs of the parts that run every day: whole files, and cases of a file. Other parts: `why` in parts.mjs. */

/** Test files that `npm test` leaves out whole, apart from the parts above. `proves`: which everyday tests look at the same lines. */
export const ONLY_IN_ALL = {
  "tests/flows/import-limits.flow.test.ts": { why: "plans 100,000 rows twice", proves: "tests/flows/import.flow.test.ts" },
  "tests/flows/sharing-ownership.flow.test.ts": {
    why: "moves what others made in ten ways",
    proves: "tests/flows/sharing-vault.flow.test.ts, tests/evil/rows/colleague-moves.ts",
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
    proves: "tests/flows/sharing.flow.test.ts, tests/evil/rows/rolled-back-shares.ts, packages/client/src/sync/merge-histories.test.ts",
  },
  "tests/flows/sharing-interrupted.flow.test.ts": {
    why: "breaks a share off at every call",
    proves: "tests/flows/sharing-vault.flow.test.ts",
  },
  "tests/flows/team-pending.flow.test.ts": {
    why: "makes a team and its people for each of 11 rare states",
    proves: "tests/flows/team.flow.test.ts, packages/client/src/team/reconcile-team.test.ts, tests/evil/rows/teams.ts",
  },
  "tests/flows/team-rejoin.flow.test.ts": {
    why: "makes a team for each way back into it",
    proves: "tests/flows/team.flow.test.ts, packages/core/src/team/log.test.ts, apps/server/src/team/admissions.test.ts",
  },
  "tests/flows/team-writers.flow.test.ts": {
    why: "makes two teams for each way in which who may write is in doubt",
    proves: "tests/flows/team.flow.test.ts, tests/flows/team-meanwhile.flow.test.ts, tests/evil/rows/shared-heads.ts",
  },
  "tests/flows/moved-since-backup.flow.test.ts": {
    why: "moves an item in three ways before the database is set back",
    proves: "tests/flows/restored-backup.flow.test.ts, tests/flows/repair.flow.test.ts",
  },
  "tests/flows/recovery-refused.flow.test.ts": {
    why: "tries every refusal of a recovery with real people",
    proves: "tests/flows/recovery.flow.test.ts, tests/flows/discarded-vault.flow.test.ts, tests/flows/lying-recovery.flow.test.ts",
  },
  "tests/flows/sharing-lying-server.flow.test.ts": {
    why: "tells each lie about shares to real people",
    proves: "tests/evil/rows/sharing.ts",
  },
  "tests/flows/random-histories.flow.test.ts": {
    why: "plays a hundred histories of six people",
    proves: "tests/evil/generated/colleague.test.ts, tests/flows/team.flow.test.ts",
  },
  "apps/server/src/operator/backup.test.ts": {
    why: "makes and restores backups in every way",
    proves: "tests/flows/restored-backup.flow.test.ts",
  },
  "tests/flows/first-sync.flow.test.ts": { why: "fills a vault first", proves: "tests/flows/no-repeated-work.flow.test.ts" },
  "apps/server/src/vault/limits.test.ts": { why: "fills accounts with 300,000 rows", proves: "tests/flows/import.flow.test.ts" },
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
    proves: "tests/flows/restored-backup.flow.test.ts, tests/flows/repair.flow.test.ts, tests/evil/rows/rolled-back-shares.ts",
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
    proves: "tests/flows/sharing.flow.test.ts, tests/flows/sharing-vault.flow.test.ts, tests/evil/rows/sharing.ts",
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
    proves: "apps/server/src/vault/lists.test.ts, apps/server/src/vault/versions.test.ts, apps/server/src/http/slow-readers.test.ts",
  },
  "apps/server/src/vault/large-content.test.ts": {
    why: "fills a vault with the largest content",
    proves: "apps/server/src/vault/lists.test.ts, apps/server/src/vault/records.test.ts",
  },
  "apps/server/src/team/lock-order.test.ts": {
    why: "deletes teams while people join and leave",
    proves: "apps/server/src/team/team.test.ts, tests/flows/team-meanwhile.flow.test.ts",
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
  "packages/app/src/sharing/PromisedShares.browser.test.tsx": {
    why: "invites in every state",
    proves: "packages/app/src/sharing/SharingCenter.browser.test.tsx, tests/flows/sharing-promised.flow.test.ts",
  },
};

/** Test files of which `npm test` runs fewer cases (they read `isWhole`): what it leaves out. */
export const FEWER_CASES = {
  "apps/server/src/db/membership-row-level-security.test.ts": "most of the drawn statements, and a seed that differs",
  "apps/server/src/sharing/every-call.test.ts": "the calls of an item once more for each kind of item",
  "apps/server/src/sharing/matrix.test.ts": "the whole matrix once more without row-level security",
  "packages/client/src/account/reseal-scope.test.ts": "each further item of a kind of which one was tried",
  "packages/core/src/transfer/csv.test.ts": "most of the drawn files",
  "packages/core/src/transfer/import.test.ts": "most of the drawn files",
  "packages/fill/src/recognise.browser.test.ts": "most of the pages",
  "tests/evil/evil.test.ts": "all but the first row of each class of attack, and those that are marked for every day",
  "tests/evil/generated/colleague.test.ts": "most of the calls",
  "tests/evil/removed/removed-reads-nothing.test.ts": "most of the kills",
  "tests/flows/backup.flow.test.ts": "all drawn vaults but one",
  "tests/flows/sharing-life.flow.test.ts": "most of the edits",
  "tests/flows/sharing-vault.flow.test.ts": "most of the items",
  "tests/flows/simulator.flow.test.ts": "most of the histories, their length, and most of the devices",
  "tests/flows/time-travel.flow.test.ts": "all drawn lives but one",
};
