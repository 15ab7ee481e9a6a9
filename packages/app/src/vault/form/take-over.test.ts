import type { Draft, FieldValues, Item } from "@coffer/core/items/item";
import { OTHERS_FIELD, writeOtherValues } from "@coffer/core/items/other-values";
import { readTags, writeCustomFields, writeTags } from "@coffer/core/items/structured-fields";
import { describe, expect, it } from "vitest";
import { anItem } from "../../testing/sample-items.ts";
import { applyChoice, askedFields, takeOver } from "./take-over.ts";

const BASE = anItem("Bank", { fields: { title: "Bank", username: "ann", password: "1", notes: "n" }, categoryId: "home" });
const theirs = (fields: FieldValues, more: Partial<Item> = {}): Item => ({
  ...BASE,
  ...more,
  revision: BASE.revision + 1,
  fields: { ...BASE.fields, ...fields },
});
const typed = (fields: FieldValues, more: Partial<Draft> = {}): Draft => {
  const { kind, categoryId, favourite } = BASE;
  return { kind, categoryId, favourite, ...more, fields: { ...BASE.fields, ...fields } };
};
const custom = (value: string, ...more: string[]) =>
  writeCustomFields([value, ...more].map((one, index) => ({ label: `L${index}`, type: "text", value: one, section: "" })));

describe("a form whose item someone else saves", () => {
  it("takes over what does not touch what was typed, and edits from there", () => {
    const saved = theirs({ username: "bob", tags: writeTags(["b"]) }, { categoryId: "work", favourite: true });
    const { base, draft, changed } = takeOver({ base: BASE, draft: typed({ password: "2", tags: writeTags(["a"]) }) }, saved);
    expect(draft).toMatchObject({ categoryId: "work", favourite: true, fields: { username: "bob", password: "2", notes: "n" } });
    expect(readTags(draft.fields.tags ?? "")).toEqual(["b", "a"]);
    expect(base).toEqual(saved);
    expect(changed).toEqual(["Username / Email", "Tags"]);
    expect(askedFields({ base, draft }, saved)).toEqual([]);
  });

  it("keeps a vault and a mark that were chosen in it", () => {
    const draft = typed({}, { categoryId: null, favourite: true });
    expect(takeOver({ base: BASE, draft }, theirs({}, { categoryId: "work" })).draft).toMatchObject({ categoryId: null, favourite: true });
  });

  it("takes over that a field was emptied", () => {
    const { notes: _, ...rest } = BASE.fields;
    const saved = { ...theirs({}), fields: rest };
    expect(takeOver({ base: BASE, draft: typed({ password: "2" }) }, saved).draft.fields.notes).toBe("");
  });

  it("keeps what was typed where both changed it, and asks; unanswered, it is saved as an edit of what both began from", () => {
    const saved = theirs({ password: "theirs" });
    const { base, draft, changed } = takeOver({ base: BASE, draft: typed({ password: "mine" }) }, saved);
    expect([draft.fields.password, base.fields.password, base.revision, changed]).toEqual(["mine", "1", BASE.revision, []]);
    expect(askedFields({ base, draft }, saved)).toEqual(["password"]);
    expect(askedFields({ base, draft: typed({ password: "theirs" }) }, saved)).toEqual([]);
  });

  it.each(["theirs", "mine"] as const)("has one value once %s is chosen, and asks no more", (choice) => {
    const saved = theirs({ password: "theirs" });
    const after = applyChoice(takeOver({ base: BASE, draft: typed({ password: "mine" }) }, saved), saved, "password", choice);
    expect([after.draft.fields.password, after.base.fields.password, after.base.revision]).toEqual([choice, "theirs", saved.revision]);
    expect(askedFields(after, saved)).toEqual([]);
  });

  it("asks about one field after the other, and again after another save", () => {
    const saved = theirs({ password: "theirs", username: "theirs" });
    const first = takeOver({ base: BASE, draft: typed({ password: "mine", username: "mine" }) }, saved);
    const one = applyChoice(first, saved, "password", "mine");
    expect([askedFields(one, saved), one.base.revision]).toEqual([["username"], BASE.revision]);
    const later = { ...theirs({ password: "later", username: "theirs" }), revision: 9 };
    const again = takeOver(one, later);
    expect(askedFields(again, later)).toEqual(["username", "password"]);
    expect(again.draft.fields).toMatchObject({ password: "mine", username: "mine" });
  });

  it("has the custom fields of both, whichever value is chosen of one that both changed", () => {
    const base = { ...BASE, fields: { ...BASE.fields, custom_fields: custom("1") } };
    const saved = { ...theirs({ custom_fields: custom("theirs", "added there") }) };
    const start = takeOver({ base, draft: typed({ custom_fields: custom("mine") }) }, saved);
    expect(askedFields(start, saved)).toEqual(["custom_fields"]);
    expect(applyChoice(start, saved, "custom_fields", "mine").draft.fields.custom_fields).toBe(custom("mine", "added there"));
    expect(applyChoice(start, saved, "custom_fields", "theirs").draft.fields.custom_fields).toBe(custom("theirs", "added there"));
  });

  it("has the other values that are saved, and none of its own before it is saved", () => {
    const others = writeOtherValues([{ field: "notes", value: "x", at: 1 }]);
    const start = { base: BASE, draft: typed({ password: "mine" }) };
    expect(takeOver(start, theirs({ password: "theirs" })).draft.fields[OTHERS_FIELD]).toBe("");
    expect(takeOver(start, theirs({ [OTHERS_FIELD]: others })).draft.fields[OTHERS_FIELD]).toBe(others);
  });
});
