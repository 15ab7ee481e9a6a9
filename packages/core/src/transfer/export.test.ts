import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DECRYPTION_FAILED, type Item } from "../items/item.ts";
import { KIND_NAMES, kindOf } from "../items/kinds.ts";
import { anItem } from "../items/testing/an-item.ts";
import { parseCsv } from "./csv.ts";
import { EXPORT_COLUMNS, exportCsv, exportFileName, planExport } from "./export.ts";
import { readImport } from "./import.ts";

const columns: readonly string[] = EXPORT_COLUMNS;
const vaultNames = new Map([["v1", "Work, and more"]]);
const everything = KIND_NAMES.map((kind) =>
  anItem(kind, Object.fromEntries(Object.keys(kindOf(kind).fields).map((name) => [name, `${kind}.${name}`])), {
    id: kind,
    categoryId: "v1",
  }),
);

describe("exportCsv", () => {
  it("has the 37 columns in the specified order (spec 2 §9)", () => {
    expect(EXPORT_COLUMNS).toHaveLength(37);
    expect(exportCsv({ items: [], vaultNames, includeCards: false })).toBe(
      "type,name,folder,username,password,website_url,notes,title,first_name,middle_name,last_name,gender,birthday,email_address,phone,address_1,address_2,city_town,state,country,zip_postal_code,timezone,card_type,card_holder_name,card_number,expiration_date,cvv,pin,postal_code,bank_name,account_type,routing_number,account_number,swift_code,iban_number,branch_address,branch_phone\r\n",
    );
  });

  it("writes a row of each type except cards, and cards on request (spec 2 §9, decision V-03)", () => {
    const types = (includeCards: boolean) =>
      parseCsv(exportCsv({ items: everything, vaultNames, includeCards })).rows.map(({ cells }) => cells[0]);
    expect(types(false)).toEqual(["password", "note", "bank_details", "personal_details"]);
    expect(types(true)).toEqual(["password", "note", "card_details", "bank_details", "personal_details"]);
  });

  it("writes every field with a column, and the vault's name as folder", () => {
    const { rows } = parseCsv(exportCsv({ items: everything, vaultNames, includeCards: true }));
    for (const [index, { kind, fields }] of everything.entries()) {
      const cells = rows[index]?.cells ?? [];
      for (const [name, { column }] of Object.entries(kindOf(kind).fields)) {
        if (column) expect(cells[columns.indexOf(column)]).toBe(fields[name]);
      }
      expect(cells[2]).toBe("Work, and more");
    }
  });

  it("leaves out other people's and unreadable items, and counts both", () => {
    const items: Item[] = [
      anItem("password", { title: "mine" }),
      anItem("password", { title: "theirs" }, { isOwner: false }),
      anItem("password", { title: "theirs, too" }, { belongsTo: { id: "b", email: "bob@example.com" } }),
      anItem("note", { name: DECRYPTION_FAILED }, { state: "tampered" }),
      anItem("card", { name: "card" }),
    ];
    const csv = exportCsv({ items, vaultNames, includeCards: false });
    expect(parseCsv(csv).rows.map(({ cells }) => cells[1])).toEqual(["mine"]);
    expect(planExport({ items, includeCards: false })).toMatchObject({ leftOut: 1, unreadable: 1 });
    expect(csv).not.toContain(DECRYPTION_FAILED);
  });

  it("counts and reports what has no column: nothing is left behind silently (T12)", () => {
    const items: Item[] = [
      anItem("password", {
        title: "a",
        totp: "x",
        tags: '["t"]',
        more_urls: "[]",
        password_history: "[]",
        favicon_url: "",
        password_strength: "Weak",
      }),
      anItem("password", { title: "b", totp: "x", custom_fields: "[]", x_others: "[]" }, { favourite: true }),
      anItem("note", { name: "c", tags: '["t"]' }),
      // As in lists: which fields exist is known, their values are not.
      { ...anItem("password", { title: "d" }), holds: ["title", "totp"] },
      anItem("card", { name: "left out", tags: '["t"]' }),
      anItem("note", { name: "theirs", tags: '["t"]' }, { isOwner: false }),
    ];
    expect(planExport({ items, includeCards: false }).behind).toEqual([
      { label: "One-time code", count: 3 },
      { label: "Tags", count: 2 },
      ...["More web addresses", "Password history", "Custom fields", "Versions", "Favorite"].map((label) => ({ label, count: 1 })),
    ]);
    expect(planExport({ items: [anItem("password", { title: "plain" })], includeCards: false }).behind).toEqual([]);
  });

  it("keeps vaults with the same name, or a name that differs only in case, apart (T12)", () => {
    const names = new Map([
      ["v1", "Home"],
      ["v2", "home"],
      ["v3", "Home"],
      ["v4", "Home (2)"],
    ]);
    const items = [...names.keys()].map((categoryId) => anItem("note", { name: categoryId, notes: "x" }, { categoryId }));
    const { candidates } = readImport({ sourceId: "other", text: exportCsv({ items, vaultNames: names, includeCards: false }) });
    expect(candidates.map(({ folder }) => folder)).toEqual(["Home", "home", "Home (2)", "Home (2) (2)"]);
  });

  it("writes formulas unchanged, so that passwords survive a round trip, and as text on request (T12)", () => {
    const items = ["=1+1", "+1", "-1", "@a", "\tx", "a=1"].map((password) => anItem("password", { title: "t", username: "u", password }));
    const passwords = (isSafeForSheets: boolean) =>
      parseCsv(exportCsv({ items, vaultNames, includeCards: false, isSafeForSheets })).rows.map(
        ({ cells }) => cells[columns.indexOf("password")],
      );
    expect(passwords(false)).toEqual(["=1+1", "+1", "-1", "@a", "\tx", "a=1"]);
    expect(passwords(true)).toEqual(["'=1+1", "'+1", "'-1", "'@a", "'\tx", "a=1"]);
  });

  it("can be imported again to the last byte", () => {
    const text = fc.string({
      unit: fc.constantFrom('"', ",", ";", "\n", "\r", "\t", "a", " ", "=", "é", "🔑", "\uFEFF"),
      minLength: 1,
      maxLength: 10,
    });
    const filled = text.filter((value) => value.trim() !== "");
    const item = fc.constantFrom(...KIND_NAMES).chain((kind) => {
      const fields = Object.entries(kindOf(kind).fields).filter(([, { column }]) => column !== undefined);
      const shape = fields.map(
        ([name, { options }]) => [name, options ? fc.constantFrom(...options.map(({ value }) => value)) : filled] as const,
      );
      return fc.record(Object.fromEntries(shape)).map((values) => anItem(kind, values, { categoryId: "v1" }));
    });
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 5 }), (items) => {
        const { candidates, errors } = readImport({ sourceId: "other", text: exportCsv({ items, vaultNames, includeCards: true }) });
        expect(errors).toEqual([]);
        expect(candidates.map(({ kind, fields, folder, status }) => ({ kind, fields, folder, status }))).toEqual(
          items.map(({ kind, fields }) => ({ kind, fields, folder: "Work, and more", status: "complete" })),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe("exportFileName", () => {
  it("is the prefix and the ISO date (spec 2 §9)", () =>
    expect(exportFileName(Date.UTC(2025, 0, 5), "csv")).toBe("coffer-export-2025-01-05.csv"));
});
