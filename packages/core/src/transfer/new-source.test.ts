/** A source is a row, a sample, and a reader where its format is new: here a new password manager with a JSON export is added, and its file is recognized and read. */
import { describe, expect, it } from "vitest";
import { writeCustomFields } from "../items/structured-fields.ts";
import { IMPORT_UNREADABLE, importerOf } from "./import.ts";
import { tableReader } from "./readers/columns.ts";
import { READERS } from "./readers.ts";
import type { Source } from "./source.ts";
import { SOURCES } from "./sources.ts";

const KEEPER: Source = {
  name: "Example Keeper",
  group: "manager",
  read: "entries",
  supportedFormats: ["json"],
  icon: "key",
  columns: {
    kind: "type",
    label: "name",
    folder: "folder",
    "login.user": "username",
    "login.secret": "password",
    "login.site": "website_url",
    "login.otp": "totp",
    "card.number": "card_number",
    "card.owner": "card_holder_name",
    "card.until": "expiration_date",
    remark: "notes",
  },
  types: { login: "password", "secure note": "note", "Credit Card": "card" },
  required: ["kind", "label"],
  ignored: ["uuid"],
  howTo: ["Open Example Keeper.", "Choose Export.", "Drop the file here."],
};

const SAMPLE = JSON.stringify([
  {
    uuid: "1",
    kind: "login",
    label: "Shop",
    folder: "Private",
    login: { user: "ann", secret: 'p,"w', site: "https://shop.example", otp: "JBSWY3DPEHPK3PXP" },
    mood: "good",
  },
  { uuid: "2", kind: "secure_note", label: "Door", remark: "1234\n5678" },
  { uuid: "3", kind: "Credit Card", label: "Visa", card: { number: "4111111111111111", owner: "ANN LEE", until: "12/29" } },
  { uuid: "4", kind: "password", label: "By our own word", login: { user: "bob", secret: "s" } },
  { uuid: "5", kind: "wallet", label: "Of no kind we know", login: { user: "eve", secret: "s" } },
]);

/** `{ login: { user: "ann" } }` as `["login.user", "ann"]`. */
const flat = (entry: object, prefix = ""): [string, string][] =>
  Object.entries(entry).flatMap(([name, value]) =>
    typeof value === "object" && value !== null ? flat(value, `${prefix}${name}.`) : [[prefix + name, String(value)]],
  );

/** Converts a list of entries to the rows of a table. */
const entriesReader = tableReader((text) => {
  if (!text.startsWith("[")) return null;
  const entries = (JSON.parse(text) as object[]).map((entry) => new Map(flat(entry)));
  const header = [...new Set(entries.flatMap((entry) => [...entry.keys()]))];
  const rows = entries.map((entry, index) => ({ line: index + 1, cells: header.map((name) => entry.get(name) ?? "") }));
  return { header, rows, errors: [] };
});

const { readImport, recognise } = importerOf({ ...SOURCES, keeper: KEEPER }, { entries: entriesReader, ...READERS });

describe("a source of a new format", () => {
  it("is recognized by its content, and other files are still recognized correctly", () => {
    expect(recognise(SAMPLE)?.sourceId ?? null).toBe("keeper");
    expect(recognise("name,url,username,password\na,b,c,d\n")?.sourceId ?? null).toBe("chrome");
    expect(recognise("[]")?.sourceId ?? null).toBeNull();
  });

  it("is read with its own names for types and columns", () => {
    const { candidates } = readImport({ sourceId: "keeper", text: SAMPLE });
    expect(candidates.map(({ kind, name, status }) => [kind, name, status])).toEqual([
      ["password", "Shop", "complete"],
      ["note", "Door", "complete"],
      ["card", "Visa", "complete"],
      ["password", "By our own word", "complete"],
      ["password", "Of no kind we know", "incomplete"],
    ]);
    expect(candidates.map(({ folder, fields }) => ({ folder, ...fields }))).toMatchObject([
      {
        folder: "Private",
        username: "ann",
        password: 'p,"w',
        website_url: "https://shop.example",
        totp: "JBSWY3DPEHPK3PXP",
        notes: "",
        custom_fields: writeCustomFields([{ label: "mood", value: "good", type: "text", section: "" }]),
      },
      { notes: "1234\n5678" },
      { card_number: "4111111111111111", card_holder_name: "ANN LEE", expiration_date: "12/29", card_type: "credit" },
      { username: "bob" },
      { username: "eve" },
    ]);
  });

  it("reports a type that neither it nor we know", () => {
    expect(readImport({ sourceId: "keeper", text: SAMPLE }).errors).toEqual([
      { line: 5, message: 'The type "wallet" is not known; the line was read as a password.' },
    ]);
  });

  it("reports that another file is not its own", () => {
    expect(readImport({ sourceId: "keeper", text: "kind,label\nlogin,x\n" }).errors).toEqual([{ line: 1, message: IMPORT_UNREADABLE }]);
  });

  it("does not affect other sources", () => {
    const { errors } = readImport({ sourceId: "other", text: "type,name,username,password\nlogin,x,u,p\n" });
    expect(errors).toEqual([{ line: 2, message: 'The type "login" is not known; the line was read as a password.' }]);
  });
});
