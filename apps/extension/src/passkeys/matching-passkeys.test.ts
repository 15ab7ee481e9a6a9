/** In which order the passkeys of a site are offered. */
import { anItem } from "@coffer/app/testing/sample-items.ts";
import { type Passkey, writePasskeys } from "@coffer/core/items/passkeys";
import { expect, it } from "vitest";
import { matchingPasskeys } from "./matching-passkeys.ts";

const passkey = (id: string, state: Passkey["state"]): Passkey => ({
  ...{ id, rpId: "shop.example", rpName: "Shop", user: "AQ", name: id, displayName: "" },
  ...{ alg: -7, at: 1, prf: false, state, since: 1 },
});
const withPasskey = (id: string, state: Passkey["state"], more: object = {}) =>
  anItem(id, { ...more, fields: { x_passkeys: writePasskeys([passkey(id, state)]) } });

it("the user's own come first, of each the surest", () => {
  const theirs = { sharedBy: "eve@example.com", isOwner: false };
  const items = [
    withPasskey("theirs-unsure", "unconfirmed", theirs),
    withPasskey("theirs", "kept", theirs),
    withPasskey("mine-unsure", "unconfirmed"),
    withPasskey("mine", "kept"),
  ];
  const asked = { allowCredentials: [] } as object as Parameters<typeof matchingPasskeys>[1];
  expect(matchingPasskeys("shop.example", asked, items).map(({ item }) => item.fields.title)).toEqual([
    ...["mine", "mine-unsure"],
    ...["theirs", "theirs-unsure"],
  ]);
});
