/** Which keys a newer trust store has lost: those that were drawn over, not those that were let go of. */
import { expect, it } from "vitest";
import { ownAccount } from "../testing/own-account.ts";
import { lostKeys } from "./lost-keys.ts";
import { readTrust, type TrustStore } from "./trust-store.ts";

const NOTHING = await readTrust(await ownAccount());
const store = (first: string, ...others: string[]): TrustStore => ({
  ...NOTHING,
  keys: { s: { 2: first } },
  drawn: others.length > 0 ? { s: { 2: others } } : {},
});

it.each([
  ["a key that another one has replaced is lost", store("a"), store("b"), ["a"]],
  ["one that is still among those of its epoch is not", store("a"), store("b", "a"), []],
  ["of several that were drawn, one that is there no more while it is open which counts is lost", store("a", "b"), store("c", "b"), ["a"]],
  ["the others are not lost once it has shown which one counts", store("a", "b"), store("b"), []],
  ["what is under no key any more is not missed", store("a"), NOTHING, []],
])("%s", (_, before, now, lost) => {
  expect(lostKeys(before, now).map(({ text }) => text)).toEqual(lost);
});
