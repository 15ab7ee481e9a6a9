/** What only `npm run test:all` runs of the parts that run every day: whole files, and cases of a file. Other parts: `why` in parts.mjs. */
import { readFileSync } from "node:fs";

/**
 * Test files that `npm test` leaves out whole, apart from the parts above, as tests/only-in-all.tsv has them: file → what it does that takes so long, and which
 * everyday tests look at the same lines. They were chosen by what each costs for each line that no other test reaches.
 */
export const ONLY_IN_ALL = Object.fromEntries(
  readFileSync(new URL("../tests/only-in-all.tsv", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [file, why, proves] = line.split("\t");
      return [file, { why, proves }];
    }),
);

/** Test files of which `npm test` runs fewer cases (they read `isWhole`): what it leaves out. */
export const FEWER_CASES = {
  "apps/server/src/db/membership-row-level-security.test.ts": "most of the drawn statements, and a seed that differs",
  "apps/server/src/sharing/every-call.test.ts": "the calls of an item once more for each kind of item",
  "apps/server/src/sharing/matrix.test.ts": "the whole matrix once more without row-level security",
  "packages/client/src/account/reseal-scope.test.ts": "each further item of a kind of which one was tried",
  "packages/core/src/items/merge-items.test.ts": "most of the drawn histories",
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
  "tests/flows/time-travel.flow.test.ts": "all drawn lives but a short one",
};
