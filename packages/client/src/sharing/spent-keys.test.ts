/** Which keys of own shared scopes are over once a team that has them has its next key. */
import { expect, it } from "vitest";
import { ownAccount } from "../testing/own-account.ts";
import { isKeySpent, withSpent } from "./spent-keys.ts";
import { readTrust } from "./trust-store.ts";

const [VAULT, ITEM] = ["5f0c1f0e-7a54-4c5e-9a52-0d6f0a3c1b11", "0b7a6a52-33a4-4c0b-8e0e-5f2f6c0e4a01"];

it("those in use: as they are open on this device, or as the account has noted them", async () => {
  const store = { ...(await readTrust(await ownAccount())), used: { [VAULT]: 3 } };
  const spent = withSpent(store, [VAULT], [{ scopeId: ITEM, epoch: 2 }]);
  expect([isKeySpent(spent, VAULT, 3), isKeySpent(spent, ITEM, 2), isKeySpent(spent, ITEM, 3)]).toEqual([true, true, false]);
});

it("what has ended already stays ended: no earlier grant gets the next key", async () => {
  const ended = { [VAULT]: { epoch: 4, grants: { grant: 7 } } };
  const store = { ...(await readTrust(await ownAccount())), ended };
  expect(withSpent(store, [VAULT], [{ scopeId: VAULT, epoch: 4 }]).ended).toEqual(ended);
});
