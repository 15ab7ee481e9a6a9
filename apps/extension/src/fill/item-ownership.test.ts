/** Whose an item is, and who reads what is saved in it. */

import { ANN } from "@coffer/app/testing/ann.ts";
import { fakeClient } from "@coffer/app/testing/fake-client.ts";
import { anItem, aVault } from "@coffer/app/testing/sample-items.ts";
import type { Item } from "@coffer/client";
import { isOthers } from "@coffer/core/items/item";
import { expect, it } from "vitest";
import { loginsForPage, ownFirst } from "./item-ownership.ts";
import { ownershipLine, readersLine } from "./ownership-lines.ts";

const EVE = { id: "e", email: "eve@example.com" };
const FAMILY = aVault("Family", { scopeId: "family" });
const mine = anItem("mine");
const inFamily = anItem("in family", { scopeId: "family", categoryId: FAMILY.id });
const apart = anItem("apart", { scopeId: "its own" });
const theirs = anItem("theirs", { scopeId: "of eve", sharedBy: EVE.email, isOwner: false });
const mineInTheirs = anItem("mine in theirs", { scopeId: "of eve", sharedBy: EVE.email, isOwner: true });
const theirsInFamily = anItem("theirs in family", { scopeId: "family", categoryId: FAMILY.id, belongsTo: EVE });
const client = fakeClient({ session: ANN, vault: { contents: () => ({ items: [], vaults: [FAMILY] }) } });

it.each<[Item, boolean, string, string]>([
  [mine, false, "", ""],
  [inFamily, false, "", "In the shared vault Family"],
  [apart, false, "", "Shared with others, who will be able to read it"],
  [theirs, true, "Shared by eve@example.com", "Shared by eve@example.com, who will be able to read it"],
  // The owner of a scope can change it, no matter who made it.
  [mineInTheirs, true, "Shared by eve@example.com", "Shared by eve@example.com, who will be able to read it"],
  [theirsInFamily, true, "Made by eve@example.com", "Made by eve@example.com, in the shared vault Family"],
])("$fields.title", async (item, others, whose, readers) => {
  expect([isOthers(item), ownershipLine(item), await readersLine(client, item)]).toEqual([others, whose, readers]);
});

it("the user's own come first, otherwise in the order in which they were found", async () => {
  const items = [theirs, inFamily, theirsInFamily, mine];
  const inOrder = [inFamily, mine, theirs, theirsInFamily];
  expect(ownFirst(items)).toEqual(inOrder);
  const { vault } = fakeClient({
    vault: { findForPage: async () => [...items, theirs].map(({ id }) => id), openMany: async () => items.toReversed() },
  });
  expect(await loginsForPage({ vault }, "https://shop.example/")).toEqual(inOrder);
});
