/** A kind is a row of KINDS: everything that reads the table finds a sixth one, and no other file of this package names it. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addSixthKind, PASSPORT, SIXTH } from "./testing/sixth-kind.ts";

/** Fresh modules that are loaded after the sixth kind was added. */
async function openWorld() {
  vi.resetModules();
  const kinds = await import("./kinds.ts");
  addSixthKind(kinds);
  return {
    ...kinds,
    ...(await import("./record-code.ts")),
    ...(await import("./item.ts")),
    ...(await import("./derived-fields.ts")),
    ...(await import("./display.ts")),
    ...(await import("./search.ts")),
    ...(await import("./testing/an-item.ts")),
    ...(await import("../transfer/csv.ts")),
    ...(await import("../transfer/export.ts")),
    ...(await import("../transfer/template.ts")),
    ...(await import("../transfer/import.ts")),
    ...(await import("../transfer/backup.ts")),
    ...(await import("../transfer/duplicates.ts")),
  };
}

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => vi.resetModules());

const FIELDS = { name: "Ann's passport", country: "Utopia", status: "lost", passport_number: "X0001234", notes: "", tags: "" };
const aPassport = () => world.anItem(SIXTH, FIELDS, { id: "passport" });

it("is not in the real table", async () => {
  vi.resetModules();
  expect((await import("./kinds.ts")).KIND_NAMES).not.toContain(SIXTH);
});

describe("a sixth kind", () => {
  it("begins blank, with its fallbacks", () => {
    expect(world.blankDraft(SIXTH)).toMatchObject({
      kind: SIXTH,
      fields: { name: "", country: "", status: "valid", passport_number: "", notes: "", tags: "" },
    });
  });

  it("is validated with its own messages", () => {
    expect(world.checkItem(SIXTH, { name: "Ann's passport" })).toEqual({
      country: "Country is required",
      passport_number: "Passport Number is required",
    });
    expect(world.checkItem(SIXTH, FIELDS)).toEqual({});
    expect(world.isComplete(SIXTH, FIELDS)).toBe(true);
    expect(world.isComplete(SIXTH, { ...FIELDS, country: " " })).toBe(false);
  });

  it("is sent under its own names and code", () => {
    expect(world.wireFields(SIXTH)).toEqual([
      ["name", "name"],
      ["country", "encrypted_country"],
      ["status", "status"],
      ["passport_number", "encrypted_passport_number"],
      ["notes", "encrypted_notes"],
      ["tags", "encrypted_tags"],
    ]);
    expect(world.recordCode(SIXTH)).toBe(PASSPORT.code);
  });

  it("has a name and a summary in lists, its number masked to four characters", () => {
    expect(world.titleOf(aPassport())).toBe("Ann's passport");
    expect(world.titleOf(world.anItem(SIXTH))).toBe("Unnamed passport");
    expect(world.summaryOf(aPassport())).toBe("Utopia · •••• 1234");
  });

  it("is found by its searched fields and each of its names, never by a secret", () => {
    const index = world.buildIndex([aPassport(), world.anItem("note", { name: "Utopia" })], new Map());
    const found = (query: string) => world.search(index, query).map(({ item }) => item.kind);
    expect(found("utop ann")).toEqual([SIXTH]);
    for (const word of ["passport", "passports", "travel_document"]) expect(found(`type:${word}`), word).toEqual([SIXTH]);
    expect(found("X0001234")).toEqual([]);
  });

  it("is exported into its columns, after those of the specification", () => {
    const { header, rows } = world.parseCsv(world.exportCsv({ items: [aPassport()], vaultNames: new Map(), includeCards: false }));
    expect(header).toHaveLength(39);
    expect(header.slice(37)).toEqual(["passport_status", "passport_number"]);
    expect(rows[0]?.cells.filter(Boolean)).toEqual(["travel_document", "Ann's passport", "Utopia", "lost", "X0001234"]);
  });

  it("has a row in the template, which can be imported", () => {
    const { candidates, errors } = world.readImport({ sourceId: "other", text: world.templateCsv() });
    expect(errors).toEqual([]);
    expect(candidates.map(({ kind }) => kind)).toEqual(world.KIND_NAMES);
    expect(candidates.at(-1)).toMatchObject({ kind: SIXTH, status: "complete", fields: { ...PASSPORT.sample } });
  });

  it("is imported by either type value, with its choices and its default name", () => {
    const text = "type,name,country,passport_status,passport_number\ntravel_document,,Utopia,Lost or stolen,X1\nPassport,Mine,,,\n";
    const { candidates } = world.readImport({ sourceId: "other", text });
    expect(candidates.map(({ kind, status }) => [kind, status])).toEqual([
      [SIXTH, "incomplete"],
      [SIXTH, "incomplete"],
    ]);
    expect(candidates.map(({ fields }) => fields)).toMatchObject([
      { name: "Imported Passport", country: "Utopia", status: "lost", passport_number: "X1" },
      { name: "Mine", status: "valid" },
    ]);
  });

  it("survives a backup unchanged", () => {
    const text = world.writeBackup({ items: [aPassport()], vaults: [], now: 0 });
    expect(world.readBackup(text)).toMatchObject({ items: [{ kind: SIXTH, fields: FIELDS }], errors: [] });
  });

  it("is recognized when imported again, and a different one is not", () => {
    const text = world.exportCsv({
      items: [aPassport(), world.anItem(SIXTH, { ...FIELDS, passport_number: "Y2" })],
      vaultNames: new Map(),
      includeCards: false,
    });
    const { candidates } = world.readImport({ sourceId: "other", text });
    const finder = world.existingFinder(false);
    finder.add([{ id: "1", kind: SIXTH, fields: FIELDS, folder: "" }]);
    const { existing } = finder.among(candidates);
    expect(candidates.map(({ id }) => existing.has(id))).toEqual([true, false]);
    expect(world.duplicateGroups(candidates)).toEqual([]);
    expect(world.duplicateGroups([...candidates, ...candidates.slice(0, 1)])).toHaveLength(1);
  });
});
