/** Narrowing, sorting and counting what lists show. */
import { blankDraft, type Item, type Vault } from "@coffer/core/items/item";
import type { KindName } from "@coffer/core/items/kinds";
import { describe, expect, it } from "vitest";
import { findVaults } from "../vaults/find-vaults.ts";
import { countKinds, findItems, itemsOfVault, sortItems } from "./find-items.ts";

let made = 0;
const item = (kind: KindName, fields: Record<string, string>, categoryId: string | null = null): Item => ({
  id: `item-${++made}`,
  scopeId: "scope",
  revision: 1,
  state: "intact",
  createdAt: 0,
  updatedAt: 0,
  lastUsedAt: null,
  isOwner: true,
  permission: "write",
  ...blankDraft(kind, categoryId),
  fields,
});
const vault = (id: string, name: string): Vault => ({
  id,
  name,
  scopeId: "scope",
  revision: 1,
  description: "",
  color: "#3B82F6",
  icon: "folder",
  state: "intact",
  createdAt: 0,
  updatedAt: 0,
  isOwner: true,
  permission: "write",
});

const github = item("password", { title: "GitHub", username: "ada@example.com", website_url: "https://github.com/login" }, "work");
const cafe = item("password", { title: "Café Zürich", username: "bob" });
const visa = item("card", { name: "Visa", card_holder_name: "Ada L", card_number: "4111" }, "gone");
const all = [github, cafe, visa];

const found = (text: string) => findItems(all, [vault("work", "Work")], text)?.map(({ item: { id } }) => id);

describe("searching a list", () => {
  it("finds a password by title, user name and address (spec 2 §2)", () => {
    for (const text of ["hub", "ADA@", "github.com/lo"]) expect(found(text)).toEqual([github.id]);
  });

  it("says in which field", () => {
    expect(findItems(all, [], "ada@")).toMatchObject([{ item: { id: github.id }, field: "username" }]);
  });

  it("does not care about case and accents, nor about the order of words", () => {
    expect(found("zurich cafe")).toEqual([cafe.id]);
  });

  it("knows the names of vaults", () => {
    expect(found("in:work")).toEqual([github.id]);
  });

  it("never finds an item by a secret", () => {
    expect(found("4111")).toEqual([]);
  });

  it("narrows nothing for blank text", () => {
    expect(found("  ")).toBeUndefined();
  });
});

describe("arranging a list", () => {
  it("sorts by title as people do, with what could not be opened last", () => {
    const broken: Item = { ...item("password", { title: "(Decryption failed)" }), state: "tampered" };
    const [ten, two] = [item("note", { name: "Note 10" }), item("note", { name: "note 2" })];
    expect(sortItems([broken, ten, two])).toEqual([two, ten, broken]);
  });

  it("counts each kind once per item and leaves out kinds without any", () => {
    expect([...countKinds(all)]).toEqual([
      ["password", 2],
      ["card", 1],
    ]);
  });

  it("shows the items of a vault that is gone as unassigned", () => {
    expect(itemsOfVault(all, [vault("work", "Work")], null)).toEqual([cafe, visa]);
  });
});

describe("searching vaults", () => {
  const contents = { items: all, vaults: [vault("work", "Work"), vault("home", "Home")] };

  it("lists all of them with their counts while nothing is typed", () => {
    const found = findVaults(contents, "");
    expect(found.vaults.map(({ vault: { name }, total }) => [name, total])).toEqual([
      ["Home", 0],
      ["Work", 1],
    ]);
    expect(found.unassigned).toMatchObject({ shown: true, total: 2 });
    expect(found.items).toEqual([]);
  });

  it("keeps a vault whose name or whose items match (decision V-25)", () => {
    expect(findVaults(contents, "hom").vaults.map(({ vault: { id } }) => id)).toEqual(["home"]);
    const byItem = findVaults(contents, "github");
    expect(byItem.vaults).toMatchObject([{ vault: { id: "work" }, matching: 1 }]);
    expect(byItem.items).toEqual([github]);
    expect(byItem.unassigned.shown).toBe(false);
  });

  it("hides the card of unassigned items when there are none (spec 2 §2)", () => {
    expect(findVaults({ items: [github], vaults: contents.vaults }, "").unassigned.shown).toBe(false);
  });
});
