/** The catalogue of attacks (docs/security.md names its sources) has 72 rows: each is replayed here, or listed with the test that tries it in a browser, or as not tried. */
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { COUNTERMEASURES } from "./countermeasures.ts";
import { PENDING_ATTACKS } from "./pending-attacks.ts";
import { ROWS } from "./rows.ts";

const PUBLISHED = Array.from({ length: 72 }, (_, at) => at + 1);
const numbersIn = (attacks: readonly { readonly attack: string }[]): Set<number> =>
  new Set(attacks.flatMap(({ attack }) => (attack.match(/(?<![A-Z])\b\d+/g) ?? []).map(Number)));

it("every published attack is replayed, tried by a test that exists, or listed as not tried", () => {
  const known = new Set([...numbersIn(Object.values(ROWS).flat()), ...numbersIn(PENDING_ATTACKS)]);
  expect(PUBLISHED.filter((number) => !known.has(number))).toEqual([]);
  expect([...known].filter((number) => !PUBLISHED.includes(number))).toEqual([]);
  const gone = PENDING_ATTACKS.filter(({ triedBy }) => triedBy !== null && !existsSync(new URL(`../../${triedBy}`, import.meta.url)));
  expect(gone).toEqual([]);
});

it("at least forty countermeasures can be taken out, and each group of rows notices one", () => {
  const groups = Object.values(COUNTERMEASURES).map(({ noticedBy }) => noticedBy);
  expect(groups.length).toBeGreaterThanOrEqual(40);
  expect(new Set(groups)).toEqual(new Set(Object.keys(ROWS)));
});
