import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeCustomFields } from "../../items/structured-fields.ts";
import { anItem } from "../../items/testing/an-item.ts";
import { readBackup, writeBackup } from "../backup.ts";
import { readImport, recognise } from "../import.ts";
import { anyVault } from "../testing/any-vault.ts";

const read = (text: string) => readImport({ sourceId: "coffer", text });
const withoutEmpty = (fields: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value));

describe("a backup as an import", () => {
  it("contains everything of any vault", () => {
    fc.assert(
      fc.property(anyVault(6), ({ items, vaults }) => {
        const { candidates, errors, vaults: described } = read(writeBackup({ items, vaults, now: 1 }));
        expect(errors).toEqual([]);
        expect(described).toEqual(vaults.map(({ id, name, description, color, icon }) => ({ id, name, description, color, icon })));
        const carried = candidates.map(({ kind, fields, vault = null, favourite, createdAt, updatedAt }) => ({
          ...{ kind, vault, favourite, createdAt, updatedAt },
          fields: withoutEmpty(fields),
        }));
        expect(carried).toEqual(
          items.map(({ kind, fields, categoryId, favourite, createdAt, updatedAt }) => ({
            ...{ kind, vault: categoryId, favourite, createdAt, updatedAt },
            fields: withoutEmpty(fields),
          })),
        );
        const names = new Map(vaults.map(({ id, name }) => [id, name]));
        expect(candidates.map(({ folder }) => folder)).toEqual(items.map(({ categoryId }) => names.get(categoryId ?? "") ?? ""));
      }),
    );
  });

  it("keeps two vaults with the same name apart, each with its own items", () => {
    const { id, scopeId, revision, state, createdAt, updatedAt, isOwner, permission } = anItem("note");
    const home = {
      id,
      scopeId,
      revision,
      state,
      createdAt,
      updatedAt,
      isOwner,
      permission,
      name: "Home",
      description: "",
      color: "",
      icon: "",
    };
    const vaults = [
      { ...home, id: "v1" },
      { ...home, id: "v2" },
    ];
    const items = [anItem("note", { name: "a" }, { categoryId: "v1" }), anItem("note", { name: "b" }, { categoryId: "v2" })];
    const { candidates, vaults: described } = read(writeBackup({ items, vaults, now: 1 }));
    expect(described.map((vault) => [vault.id, vault.name])).toEqual([
      ["v1", "Home"],
      ["v2", "Home"],
    ]);
    expect(candidates.map(({ name, vault, folder }) => [name, vault, folder])).toEqual([
      ["a", "v1", "Home"],
      ["b", "v2", "Home"],
    ]);
  });

  it("keeps empty fields empty, without fallbacks", () => {
    const card = anItem("card", { name: "C", card_type: "" });
    expect(read(writeBackup({ items: [card], vaults: [], now: 1 })).candidates[0]?.fields.card_type).toBe("");
  });

  it("puts unknown fields into custom fields, and reports them", () => {
    const note = anItem("note", { name: "N", notes: "old", mood: "good" });
    const { candidates, errors } = read(writeBackup({ items: [note], vaults: [], now: 1 }));
    expect(candidates[0]?.fields).toMatchObject({
      notes: "old",
      custom_fields: writeCustomFields([{ label: "mood", value: "good", type: "text", section: "" }]),
    });
    expect(errors).toEqual([{ line: 8, message: '"N" has "mood", which is not known.' }]);
  });

  it("leaves out a value above the server's limit, and reports it with its line", () => {
    const items = [anItem("note", { name: "N", notes: "x".repeat(65_537) }), anItem("note", { name: "M", notes: "y" })];
    const { candidates, errors } = read(writeBackup({ items, vaults: [], now: 1 }));
    expect(candidates.map(({ name, notes }) => [name, notes])).toEqual([
      ["N", ""],
      ["M", "y"],
    ]);
    expect(errors).toEqual([{ line: 8, message: '"Notes" is longer than 64 KB; it was left out.' }]);
  });

  it("is recognized, and not mistaken for another source", () => {
    const text = writeBackup({ items: [anItem("note")], vaults: [], now: 1 });
    expect(recognise(text)?.sourceId ?? null).toBe("coffer");
    expect(readImport({ sourceId: "other", text }).candidates).toEqual([]);
    expect(read("name,password\na,b\n")).toMatchObject({ candidates: [], errors: [{ line: 1 }] });
    expect(readBackup(text)).not.toBeNull();
  });
});
