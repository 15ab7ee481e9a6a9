import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Item, Vault } from "../items/item.ts";
import { KIND_NAMES, kindOf } from "../items/kinds.ts";
import { anItem } from "../items/testing/an-item.ts";
import { type BackupItem, planBackup, readBackup, writeBackup } from "./backup.ts";
import { anyVault, STRUCTURED } from "./testing/any-vault.ts";

const { revision, scopeId, state, createdAt, updatedAt, isOwner, permission } = anItem("note");
const work: Vault = {
  id: "v1",
  name: "Work",
  description: "",
  color: "#3B82F6",
  icon: "folder",
  ...{ revision, scopeId, state, createdAt, updatedAt, isOwner, permission },
};
const backed = ({ kind, categoryId, favourite, createdAt, updatedAt, fields }: Item): BackupItem => ({
  kind,
  vault: categoryId,
  favourite,
  createdAt,
  updatedAt,
  fields,
});
const everything = KIND_NAMES.map((kind) => anItem(kind, { [kindOf(kind).title]: `My ${kind}` }, { categoryId: "v1" }));
const fileWith = (part: object): string => JSON.stringify({ ...JSON.parse(writeBackup({ items: [], vaults: [work], now: 5 })), ...part });
const plain = { kind: "note", vault: null, favourite: false, createdAt: 1, updatedAt: 2, fields: { name: "N", notes: "x" } };

describe("a backup", () => {
  it("survives a round trip, for any vault", () => {
    fc.assert(
      fc.property(anyVault(8), ({ items, vaults }) => {
        const expected = vaults.map(({ id, name, description, color, icon }) => ({ id, name, description, color, icon }));
        const read = readBackup(writeBackup({ items, vaults, now: 7 }));
        const lines = items.map((_, index) => 8 + vaults.length + index);
        expect(read).toEqual({ exportedAt: 7, vaults: expected, items: items.map(backed), lines, errors: [], refused: [] });
      }),
      { numRuns: 200 },
    );
  });

  it("keeps unknown fields and reports them", () => {
    fc.assert(
      fc.property(anyVault(3, [...Object.keys(STRUCTURED), "from_the_future"]), ({ items, vaults }) => {
        const read = readBackup(writeBackup({ items, vaults, now: 7 }));
        expect(read?.items).toEqual(items.map(backed));
        expect(read?.errors.filter(({ message }) => message.includes('has "from_the_future", which is not known.'))).toHaveLength(
          items.length,
        );
      }),
    );
  });

  it("contains every kind, including cards", () => {
    const read = readBackup(writeBackup({ items: everything, vaults: [work], now: 0 }));
    expect(read?.items.map(({ kind }) => kind)).toEqual(KIND_NAMES);
  });

  it("leaves out unreadable and other people's items, and counts the unreadable", () => {
    const items = [
      anItem("note", { name: "mine" }, { categoryId: "v2" }),
      anItem("note", { name: "broken" }, { state: "tampered" }),
      anItem("note", { name: "theirs" }, { isOwner: false }),
      anItem("note", { name: "theirs, too" }, { belongsTo: { id: "b", email: "bob@example.com" } }),
    ];
    const vaults: Vault[] = [work, { ...work, id: "v2", state: "tampered" }, { ...work, id: "v3", isOwner: false }];
    expect(planBackup({ items, vaults }).unreadable).toBe(2);
    const read = readBackup(writeBackup({ items, vaults, now: 0 }));
    expect(read?.items.map(({ fields, vault }) => [fields.name, vault])).toEqual([["mine", null]]);
    expect(read?.vaults.map(({ id }) => id)).toEqual(["v1"]);
  });
});

describe("readBackup", () => {
  it.each([
    "",
    "null",
    "[]",
    "name,password",
    '{"format":"other","version":1,"vaults":[],"items":[]}',
    fileWith({ version: 2 }),
    fileWith({ items: {} }),
    fileWith({ vaults: null }),
  ])("refuses another file: %j", (text) => expect(readBackup(text)).toBeNull());

  it("reports unknown kinds and invalid entries by line and title", () => {
    const text = writeBackup({ items: everything, vaults: [work], now: 0 });
    const lines = text.split("\n");
    const changed = text
      .replace('"kind":"card"', '"kind":"passkey"')
      .replace('"kind":"note","vault":"v1","favourite":false', '"kind":"note","vault":"v1","favourite":"no"')
      .replace('"kind":"bank","vault":"v1"', '"kind":"bank","vault":"v9"');
    const lineOf = (kind: string): number => lines.findIndex((line) => line.includes(`"kind":"${kind}"`)) + 1;
    const read = readBackup(changed);
    expect(read?.errors).toEqual([
      { line: lineOf("note"), message: '"My note" is not written as it should be; it was left out.' },
      { line: lineOf("card"), message: '"My card" is of the kind "passkey", which is not known; it was left out.' },
      { line: lineOf("bank"), message: '"My bank" is in a vault that the file does not contain; it will be in none.' },
    ]);
    expect(read?.items.map(({ kind, vault }) => [kind, vault])).toEqual([
      ["password", "v1"],
      ["bank", null],
      ["personal", "v1"],
    ]);
  });

  it.each([
    { ...plain, kind: undefined },
    { ...plain, kind: 7 },
    { ...plain, vault: undefined },
    { ...plain, fields: { name: 7 } },
    { ...plain, fields: ["x"] },
    null,
    7,
  ])("leaves out the item %j and reports it", (item) => {
    const read = readBackup(fileWith({ items: [item, plain] }));
    expect(read?.items).toEqual([plain]);
    expect(read?.errors).toEqual([
      { line: 9, message: expect.stringMatching(/^("N"|This item) is not written as it should be; it was left out\.$/) },
    ]);
  });

  it.each([-1, "2", 9e15, 1.5, undefined, null])("keeps an item with the date %j, without the date, and reports it (T6)", (updatedAt) => {
    const read = readBackup(fileWith({ items: [{ ...plain, updatedAt }] }));
    const { updatedAt: _, ...others } = plain;
    expect(read?.items).toEqual([others]);
    expect(read?.errors.map(({ message }) => message)).toEqual(['"N" has a date that is none; it will have the date of the import.']);
  });

  it.each([{ color: "red" }, { icon: "Folder!" }, { name: 7 }, { id: null }])("leaves out a vault with %j and reports it", (part) => {
    const read = readBackup(fileWith({ vaults: [{ ...work, ...part }, work, work] }));
    expect(read?.vaults.map(({ id }) => id)).toEqual(["v1"]);
    expect(read?.errors.map(({ line }) => line)).toEqual([6, 8]);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (vaults, items) => {
        readBackup(fileWith({ vaults: [vaults], items: [items] }));
        readBackup(fileWith({ vaults, items }));
      }),
    );
  });
});
