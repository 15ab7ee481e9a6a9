import { fakeClient } from "@coffer/app/testing/fake-client.ts";
import type { Item } from "@coffer/client";
import { expect, it } from "vitest";
import { knownLoginsFor } from "./vault-logins.ts";

const PAGE = "https://shop.example/login";
const login = (id: string, more: Partial<Item> = {}): Item =>
  ({
    id,
    state: "intact",
    permission: "write",
    fields: { title: "Shop", username: "ann", password: "old", website_url: PAGE },
    ...more,
  }) as Item;

/** A client whose vault holds these, all of them for the page. */
const clientWith = (...items: Item[]) =>
  fakeClient({ vault: { findForPage: async () => items.map(({ id }) => id), openMany: async () => items } });

it("knows the logins for a page, and whether each may be changed", async () => {
  expect(await knownLoginsFor(clientWith(login("a"), login("b", { permission: "read" })), PAGE, [])).toEqual([
    { id: "a", title: "Shop", username: "ann", password: "old", isSameHost: true, mayWrite: true },
    { id: "b", title: "Shop", username: "ann", password: "old", isSameHost: true, mayWrite: false },
  ]);
});

it("leaves out a login that was tampered with: its password is neither compared nor replaced", async () => {
  const known = await knownLoginsFor(clientWith(login("a", { state: "tampered" }), login("b")), PAGE, []);
  expect(known.map(({ id }) => id)).toEqual(["b"]);
});
