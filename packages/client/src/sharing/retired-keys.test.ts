/** Which keys of own shared scopes are over once a team that has them has its next key. */
import { expect, it } from "vitest";
import { isKeyRetired } from "../sync/retired-keys.ts";
import { ownAccount } from "../testing/own-account.ts";
import { nextEpoch, withRetired } from "./retired-keys.ts";
import { endedUnder, readTrust, withEndedIn } from "./trust-store.ts";

const [VAULT, ITEM] = ["5f0c1f0e-7a54-4c5e-9a52-0d6f0a3c1b11", "0b7a6a52-33a4-4c0b-8e0e-5f2f6c0e4a01"];

it("those in use: as they are open on this device, or as the account has noted them", async () => {
  const store = { ...(await readTrust(await ownAccount())), used: { [VAULT]: 3 } };
  const spent = withRetired(store, [VAULT], [{ scopeId: ITEM, epoch: 2 }]);
  expect([isKeyRetired(spent, VAULT, 3), isKeyRetired(spent, ITEM, 2), isKeyRetired(spent, ITEM, 3)]).toEqual([true, true, false]);
});

it("what has ended already stays ended: no earlier grant gets the next key", async () => {
  const ended = { [VAULT]: { epoch: 4, grants: { grant: 7 } } };
  const store = { ...(await readTrust(await ownAccount())), ended };
  expect(withRetired(store, [VAULT], [{ scopeId: VAULT, epoch: 4 }]).ended).toEqual(ended);
});

it("keys that were drawn are spent with the one in use, and their numbers are not used again", async () => {
  const keys = { [VAULT]: { 2: "in use", 3: "drawn" } };
  const store = { ...(await readTrust(await ownAccount())), keys, ended: { [VAULT]: { epoch: 2, grants: { carol: 7 } } } };
  const spent = withEndedIn(store, [{ scopeId: VAULT, epoch: 2 }], "bob", 8);
  expect([2, 3, 4].map((epoch) => isKeyRetired(spent, VAULT, epoch))).toEqual([true, true, false]);
  expect([2, 3, 4].map((epoch) => endedUnder(spent, { scopeId: VAULT, epoch }))).toEqual([
    { carol: 7, bob: 8 },
    { carol: 7, bob: 8 },
    undefined,
  ]);
  expect(nextEpoch(spent, { scopeId: VAULT, epoch: 2 })).toBe(4);
});

it("one device that has a key of before open marks the one that another has made since, and forgets nothing", async () => {
  const store = { ...(await readTrust(await ownAccount())), used: { [VAULT]: 3 }, ended: { [VAULT]: { epoch: 3, grants: { carol: 7 } } } };
  const spent = withEndedIn(store, [{ scopeId: VAULT, epoch: 2 }], "bob", 8);
  expect(spent.ended[VAULT]).toEqual({ epoch: 3, grants: { carol: 7, bob: 8 } });
});

it("what was noted of a key that has been replaced is done with", async () => {
  const store = { ...(await readTrust(await ownAccount())), used: { [VAULT]: 3 }, ended: { [VAULT]: { epoch: 2, grants: { carol: 7 } } } };
  expect(withEndedIn(store, [{ scopeId: VAULT, epoch: 3 }], "bob", 8).ended[VAULT]).toEqual({ epoch: 3, grants: { bob: 8 } });
});
