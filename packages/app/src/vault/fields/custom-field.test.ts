/** Custom fields as forms and details treat them. */
import type { CustomField } from "@coffer/core/items/structured-fields";
import { readCustomFields } from "@coffer/core/items/structured-fields";
import { describe, expect, it } from "vitest";
import { BLANK_FIELD, customSections, isYes, sectionsInUse, withType, writeFilledFields } from "./custom-field.ts";

const field = (label: string, rest: Partial<CustomField> = {}): CustomField => ({ ...BLANK_FIELD, label, value: "x", ...rest });

describe("custom fields", () => {
  it("keep what was typed when a text becomes hidden, and begin with no when it becomes a yes or no", () => {
    expect(withType(field("a"), "hidden").value).toBe("x");
    expect(withType(field("a"), "boolean").value).toBe("false");
    expect(isYes(withType(field("a"), "boolean"))).toBe(false);
    expect(withType(field("a", { type: "boolean", value: "true" }), "text").value).toBe("");
    expect(withType(field("a", { type: "boolean", value: "true" }), "boolean").value).toBe("true");
  });

  it("are kept unless nothing was filled in", () => {
    expect(writeFilledFields([BLANK_FIELD, { ...BLANK_FIELD, type: "boolean", value: "true" }])).toBe("");
    const kept = [field("", { value: "alone" }), field("Empty", { value: "" }), field("Yes", { type: "boolean", value: "true" })];
    expect(readCustomFields(writeFilledFields([...kept, BLANK_FIELD]))).toEqual(kept);
  });

  it("are grouped under their sections, those without one first, each section at its first field", () => {
    const fields = [field("a", { section: "Two" }), field("b"), field("c", { section: "One" }), field("d", { section: " Two " })];
    expect(customSections(fields).map(({ title, fields: listed }) => [title, listed.map(({ label }) => label)])).toEqual([
      ["", ["b"]],
      ["Two", ["a", "d"]],
      ["One", ["c"]],
    ]);
    expect(customSections([])).toEqual([]);
    expect(sectionsInUse(fields)).toEqual(["Two", "One"]);
  });
});
