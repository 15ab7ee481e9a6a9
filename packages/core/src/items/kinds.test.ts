import { describe, expect, it } from "vitest";
import { EXPORT_COLUMNS } from "../transfer/export.ts";
import { CONTROLS, controlOf } from "./controls.ts";
import { checkItem } from "./item.ts";
import { KIND_NAMES, KINDS, kindOf, laterCode, VAULT_FIELDS, wireFields } from "./kinds.ts";
import { recordCode, VAULT_CODE } from "./record-code.ts";

const unique = (values: readonly unknown[]) => new Set(values).size === values.length;

describe("KINDS", () => {
  it("reads the code of a later kind from its name, and from nothing else (Note: Later kinds)", () => {
    expect(["x_60", "x_255", "x_1"].map(laterCode)).toEqual([60, 255, 1]);
    for (const name of ["x_0", "x_256", "x_060", "x_", "x_6a", "X_60", "passport", "password", "category", "constructor", ""])
      expect(laterCode(name), name).toBeNull();
    expect(recordCode("x_60")).toBe(60);
    expect(() => recordCode("x_256")).toThrow(RangeError);
  });

  // A kind added here has its code in its name, for older clients: Note: Later kinds.
  it("has five kinds with unique codes, paths and names", () => {
    expect(KIND_NAMES).toEqual(["password", "note", "card", "bank", "personal"]);
    const rows = KIND_NAMES.map(kindOf);
    for (const column of ["code", "path", "list", "vaultList", "csvType"] as const)
      expect(unique(rows.map((row) => row[column]))).toBe(true);
    expect(KIND_NAMES.map(recordCode)).not.toContain(VAULT_CODE);
  });

  it("has a tab and a tile of the floating button for all but notes (decisions V-01, V-02)", () => {
    const four = ["password", "card", "bank", "personal"];
    expect(KIND_NAMES.filter((kind) => KINDS[kind].hasTab)).toEqual(four);
    expect(KIND_NAMES.filter((kind) => KINDS[kind].inPicker)).toEqual(four);
  });

  it("offers four of them to Add Existing Item, in the order of the specification (decision V-02)", () => {
    const offered = KIND_NAMES.filter((kind) => KINDS[kind].placeInExisting !== null);
    const inOrder = offered.toSorted((a, b) => Number(KINDS[a].placeInExisting) - Number(KINDS[b].placeInExisting));
    expect(inOrder).toEqual(["password", "personal", "card", "bank"]);
    expect(unique(offered.map((kind) => KINDS[kind].placeInExisting))).toBe(true);
  });

  it("has a unique shortcut to create each kind", () => expect(unique(KIND_NAMES.map((kind) => KINDS[kind].newKeys))).toBe(true));

  it("exports everything but cards (spec 2 §9)", () => expect(KIND_NAMES.filter((kind) => !KINDS[kind].exported)).toEqual(["card"]));

  describe.each(KIND_NAMES)("%s", (kind) => {
    const table = kindOf(kind);
    const fields = Object.entries(table.fields);

    it("has a required title field that is opened in lists and searched", () => {
      expect(table.fields[table.title]?.required).toBeTruthy();
      expect(table.overview).toContain(table.title);
      expect(table.search).toContain(table.title);
    });
    it("opens and searches only its own fields, and searches only opened ones", () => {
      for (const name of [...table.overview, ...table.search]) expect(table.fields).toHaveProperty(name);
      for (const name of table.search) expect(table.overview).toContain(name);
    });
    it("searches no secret", () => {
      for (const name of table.search) expect(controlOf(table.fields[name]?.control ?? "password").secret).toBe(false);
    });
    it("has no secret in the overview except those shown with their last four characters", () => {
      for (const name of table.overview) {
        const field = table.fields[name];
        expect(field && (!controlOf(field.control).secret || field.mask === "last4")).toBe(true);
      }
    });
    it("has a control from the table for every field, and options exactly for selects", () => {
      for (const [, { control, options }] of fields) {
        expect(CONTROLS).toHaveProperty(control);
        expect(options !== undefined).toBe(controlOf(control).input === "select");
      }
    });
    it("falls back to one of its choices", () => {
      for (const [, { fallback, options }] of fields)
        if (fallback && options) expect(options.map(({ value }) => value)).toContain(fallback);
    });
    it("has a unique wire name for every field", () => {
      const names = wireFields(kind).map(([, wire]) => wire);
      expect(unique(names)).toBe(true);
      expect(names).toHaveLength(fields.length);
      for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    });
    it("exports each field into its own column", () => {
      const columns = fields.flatMap(([, { column }]) => (column ? [column] : []));
      expect(unique(columns)).toBe(true);
      for (const column of columns) expect(EXPORT_COLUMNS).toContain(column);
      expect(columns).not.toContain("type");
      expect(columns).not.toContain("folder");
    });
    it("compares and requires in imports only its own fields", () => {
      for (const name of [...(table.importNeeds ?? []), ...(table.comparedBy ?? [])]) expect(table.fields).toHaveProperty(name);
    });
    it("reveals hidden fields in the dialog of its list, and only hidden ones", () => {
      for (const name of table.entryDialog?.reveals ?? []) expect(table.fields[name]?.hidden).toBe(true);
    });
    it("has a valid sample", () => {
      for (const name of Object.keys(table.sample)) expect(table.fields[name]?.column).toBeTruthy();
      expect(checkItem(kind, table.sample)).toEqual({});
    });
    it("has all its texts", () => {
      for (const text of Object.values(table.words)) expect(text).toBeTruthy();
    });
  });

  it("has a kind for every column of the export (spec 2 §9)", () => {
    const filled = new Set(KIND_NAMES.flatMap((kind) => Object.values(kindOf(kind).fields).map(({ column }) => column)));
    for (const column of EXPORT_COLUMNS.filter((name) => name !== "type" && name !== "folder")) expect(filled).toContain(column);
  });
});

describe("wireFields", () => {
  it("has the specification's encrypted_ names, and bare names for the rest (spec 2 §3)", () => {
    expect(wireFields("note")).toEqual([
      ["name", "name"],
      ["notes", "encrypted_notes"],
      ["custom_fields", "encrypted_custom_fields"],
      ["tags", "encrypted_tags"],
      ["x_others", "x_others"],
    ]);
    expect(wireFields("category").map(([field]) => field)).toEqual([...VAULT_FIELDS]);
  });
});
