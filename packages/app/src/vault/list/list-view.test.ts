import { blankDraft, type Item } from "@coffer/core/items/item";
import { writeTags } from "@coffer/core/items/structured-fields";
import { describe, expect, it } from "vitest";
import { arrange, facetsOf, NO_VAULT, PLAIN_VIEW, readView, writeView } from "./list-view.ts";

const item = (title: string, more: Partial<Item> = {}, fields: Record<string, string> = {}): Item => ({
  id: title,
  scopeId: "scope",
  revision: 1,
  state: "intact",
  createdAt: 0,
  updatedAt: 0,
  lastUsedAt: null,
  isOwner: true,
  permission: "write",
  ...blankDraft("password", null),
  ...more,
  fields: { title, ...fields },
});

const bank = item("Bank", { updatedAt: 3, createdAt: 1, categoryId: "work", favourite: true }, { password_strength: "Weak" });
const alpha = item("alpha 10", { updatedAt: 1, createdAt: 3, lastUsedAt: 9 }, { tags: writeTags(["Home", "Money"]) });
const two = item("Alpha 2", { updatedAt: 3, createdAt: 2, isOwner: false }, { tags: writeTags(["home"]) });
const all = [bank, alpha, two];
const names = (view: Partial<typeof PLAIN_VIEW>) => arrange(all, { ...PLAIN_VIEW, ...view }).map(({ id }) => id);

describe("the order of a list", () => {
  it("is by name at first, numbers as numbers", () => expect(names({})).toEqual(["Alpha 2", "alpha 10", "Bank"]));
  it("puts the newest change first, equal ones by name", () => expect(names({ sort: "updated" })).toEqual(["Alpha 2", "Bank", "alpha 10"]));
  it("puts the newest item first", () => expect(names({ sort: "created" })).toEqual(["alpha 10", "Alpha 2", "Bank"]));
  it("puts what was never used last", () => expect(names({ sort: "used" })).toEqual(["alpha 10", "Alpha 2", "Bank"]));
  it("puts what could not be opened last, whatever the order", () => {
    const broken = item("0 broken", { state: "tampered", updatedAt: 99 });
    expect(arrange([broken, ...all], { ...PLAIN_VIEW, sort: "updated" }).at(-1)).toBe(broken);
  });
});

describe("the chips of a list", () => {
  it("leave what satisfies all of them", () => {
    expect(names({ chips: ["weak"] })).toEqual(["Bank"]);
    expect(names({ chips: ["weak", "shared"] })).toEqual([]);
    expect(names({ vault: NO_VAULT })).toEqual(["Alpha 2", "alpha 10"]);
    expect(names({ vault: "work" })).toEqual(["Bank"]);
  });

  it("take two spellings of a tag for one", () => {
    expect(names({ tag: "home" })).toEqual(["Alpha 2", "alpha 10"]);
    expect([...facetsOf(all).tags.values()]).toEqual([
      { name: "Home", count: 2 },
      { name: "Money", count: 1 },
    ]);
  });

  it("say how many each would leave", () => {
    expect(facetsOf(all)).toMatchObject({ chips: { weak: 1, favourite: 1, shared: 1 } });
  });
});

describe("a view kept on this device", () => {
  it("comes back without the tag, which must not be visible outside the vault", () => {
    const view = { sort: "used", vault: "work", tag: "home", chips: ["weak"] } as const;
    expect(readView(writeView(view))).toEqual({ ...view, tag: null });
    expect(writeView(view)).not.toContain("home");
  });

  it("is the plain one when it is anything else", () => {
    for (const text of [null, "", "[1]", "null", '{"sort":"size","vault":7,"chips":"weak"}']) expect(readView(text)).toEqual(PLAIN_VIEW);
  });
});
