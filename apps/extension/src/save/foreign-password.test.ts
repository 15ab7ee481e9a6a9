import type { Item } from "@coffer/client";
import { beforeEach, expect, it } from "vitest";
import { findForeign, forgetOwners } from "./foreign-password.ts";

const LOGINS = [
  { id: "bank", website_url: "https://bank.example", password: "Bank-secret-9" },
  { id: "shop", website_url: "https://shop.example", password: "Shop-secret-9" },
  { id: "router", website_url: "", password: "Router-secret-9" },
  { id: "short", website_url: "https://bank.example", password: "12345" },
].map(
  ({ id, ...fields }) =>
    ({ id, kind: "password", state: "intact", fields: { title: id, username: "ann", ...fields } }) as Partial<Item> as Item,
);

const contents = { items: LOGINS, vaults: [] };
const unasked = () => Promise.reject(new Error("the vault is open"));
const openMany = async ({ ids = [] }: { readonly ids?: readonly string[] } = {}) => LOGINS.filter(({ id }) => ids.includes(id));
const client = { vault: { contents: () => contents, local: unasked, pull: unasked, openMany } };
const FOREIGN = "https://bank-example.com/login";
const find = (password: string, page = FOREIGN) => findForeign(client, password, page);

beforeEach(forgetOwners);

it("says whose password is typed into a site that none of its entries is for", async () => {
  expect(await find("Bank-secret-9")).toEqual({ host: "bank-example.com", titles: ["bank"] });
});

it.each([
  ["where it belongs", "Bank-secret-9", "https://bank.example/in"],
  ["of an entry that may be for any site", "Router-secret-9", FOREIGN],
  ["that many people type", "12345", FOREIGN],
  ["that the vault does not have", "Another-secret-9", FOREIGN],
])("says nothing of a password %s", async (_, password, page) => {
  expect(await find(password, page)).toBeNull();
});

it("says it once for each site, and again after a lock: nothing of it is remembered", async () => {
  expect(await find("Shop-secret-9")).not.toBeNull();
  expect(await find("Shop-secret-9")).toBeNull();
  expect(await find("Shop-secret-9", "https://other.example/")).not.toBeNull();
  forgetOwners();
  expect(await find("Shop-secret-9")).not.toBeNull();
});
