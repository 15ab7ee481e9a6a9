import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blankDraft } from "../items/item.ts";
import { KIND_NAMES, kindOf } from "../items/kinds.ts";
import { writeCsv } from "./csv.ts";
import { EXPORT_COLUMNS } from "./export.ts";
import { readImport, recognise } from "./import.ts";
import { SOURCE_IDS } from "./sources.ts";
import { templateCsv } from "./template.ts";
import { chromeExport } from "./testing/chrome-export.ts";

const chrome = (...lines: string[]) => readImport({ sourceId: "chrome", text: ["name,url,username,password,note", ...lines].join("\n") });
const other = (...rows: Partial<Record<(typeof EXPORT_COLUMNS)[number], string>>[]) =>
  readImport({
    sourceId: "other",
    text: writeCsv(
      EXPORT_COLUMNS,
      rows.map((row) => EXPORT_COLUMNS.map((column) => row[column] ?? "")),
    ),
  });

describe("readImport", () => {
  it("makes a whole item of a row", () => {
    expect(chrome("GitHub,https://github.com,ann,secret,hello").candidates).toEqual([
      {
        id: "row-1",
        row: 1,
        kind: "password",
        fields: {
          ...blankDraft("password").fields,
          title: "GitHub",
          username: "ann",
          password: "secret",
          website_url: "https://github.com",
          notes: "hello",
        },
        folder: "",
        status: "complete",
        name: "GitHub",
        username: "ann",
        password: "secret",
        url: "https://github.com",
        notes: "hello",
      },
    ]);
  });

  it("reads 500 rows of a real export, every one", () => {
    const { candidates, errors } = readImport({ sourceId: "chrome", text: chromeExport(500) });
    expect(errors).toEqual([]);
    expect(candidates).toHaveLength(500);
    expect(candidates.filter(({ status }) => status === "incomplete")).toHaveLength(candidates.filter(({ username }) => !username).length);
    expect(candidates[3]).toMatchObject({
      name: "متجر الكتب 4",
      username: "",
      password: " spaced 4",
      notes: "first line\nsecond line",
      status: "incomplete",
    });
  });

  it("names a nameless row after its site, else as the specification says (spec 3 §9)", () => {
    const { candidates } = chrome(",https://www.example.com/x,ann,secret,", ",,ann,secret,", ",android://key@com.app/,ann,secret,");
    expect(candidates.map(({ name, fields, status }) => [name, fields.title, status])).toEqual([
      ["example.com", "example.com", "complete"],
      ["", "Imported Password", "incomplete"],
      ["", "Imported Password", "incomplete"],
    ]);
  });

  it.each([
    ["password", "Imported Password"],
    ["bank_details", "Imported Bank Account"],
    ["card_details", "Imported Card"],
    ["personal_details", "Imported Personal Info"],
    ["note", "Imported item"],
    ["server", "Imported item"],
  ])("calls a nameless %s %s (spec 3 §9)", (type, name) => {
    const [candidate] = other({ type, notes: "x", password: "p" }).candidates;
    expect(candidate?.fields[kindOf(candidate.kind).title]).toBe(name);
    expect(candidate?.status).toBe("incomplete");
  });

  it("fills in the account type and the card type (spec 3 §9)", () => {
    const { candidates } = other(
      { type: "bank_details", name: "a" },
      { type: "card_details", name: "b" },
      { type: "bank_details", name: "c", account_type: "Savings Account" },
    );
    expect(candidates.map(({ fields }) => fields.account_type ?? fields.card_type)).toEqual(["checking", "credit", "savings"]);
  });

  it("refuses a login without user name, password and URL, and names its line (decision I-03)", () => {
    const { candidates, errors } = chrome("a,https://a.example,,,", '"b\nb",,,,only a note', "c,,,,", "d,,u,,");
    expect(candidates.map(({ name, row }) => [name, row])).toEqual([
      ["a", 1],
      ["d", 4],
    ]);
    expect(errors).toEqual([
      { line: 3, message: "This line has neither user name nor password nor URL; it was left out." },
      { line: 5, message: "This line has neither user name nor password nor URL; it was left out." },
    ]);
  });

  it("refuses a line that has only a type, and skips empty ones", () => {
    const { candidates, errors } = other({ type: "note" }, {}, { type: "note", name: "n" });
    expect(candidates).toHaveLength(1);
    expect(errors.map(({ line }) => line)).toEqual([2]);
  });

  it("imports the good rows of a bad file and names the bad ones", () => {
    const { candidates, errors } = chrome(
      "a,https://a.example,u,p,n",
      '"b,https://b.example,u,p,n',
      "c,https://c.example,u,p,n",
      "d,https://d.example,u",
      "e,https://e.example,u,p,n,more",
    );
    expect(candidates.map(({ name }) => name)).toEqual(["a", "c", "d", "e"]);
    expect(errors.map(({ line }) => line)).toEqual([3, 5, 6]);
  });

  it("reads an unknown type as a password, and says so", () => {
    const { candidates, errors } = other({ type: "server", name: "x", username: "root" });
    expect(candidates).toMatchObject([{ kind: "password", status: "incomplete" }]);
    expect(errors).toEqual([{ line: 2, message: 'The type "server" is not known; the line was read as a password.' }]);
  });

  it("counts a row of unknown type as incomplete, even with every field of a password", () => {
    const row = { name: "x", username: "root", password: "p", website_url: "https://x.example" };
    expect(other({ type: "server", ...row }, { type: "password", ...row }, row).candidates.map(({ status }) => status)).toEqual([
      "incomplete",
      "complete",
      "complete",
    ]);
  });

  it.each([
    ["safari", "Title,URL,Username,Password,Notes,OTPAuth"],
    ["other", "name,url,username,password,notes,TOTP"],
  ])("takes the setup key of one-time codes from %s, and keeps in the notes one that gives no codes", (sourceId, header) => {
    const key = "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP";
    const text = `${header}\nx,https://x.example,u,p,old,${key}\ny,https://y.example,u,p,old,otpauth://totp/x?secret=0\n`;
    expect(readImport({ sourceId, text }).candidates.map(({ fields: { totp, notes } }) => [totp, notes])).toEqual([
      [key, "old"],
      ["", "old\nOne-time code: otpauth://totp/x?secret=0"],
    ]);
  });

  it("keeps in the notes what has no field of its own", () => {
    const odd = "Title,URL,Username,Password,Notes,Mood\nx,https://x.example,u,p,old,good\n";
    expect(readImport({ sourceId: "safari", text: odd }).candidates[0]?.notes).toBe("old\nMood: good");
    const note = "type,name,notes,totp\nnote,n,old,JBSWY3DPEHPK3PXP\n";
    expect(readImport({ sourceId: "other", text: note }).candidates[0]?.notes).toBe("old\ntotp: JBSWY3DPEHPK3PXP");
    const { candidates } = other({ type: "card_details", name: "c", card_type: "Visa", phone: "123" });
    expect(candidates[0]?.fields).toMatchObject({ card_type: "credit", notes: "Card Type: Visa\nphone: 123" });
  });

  it("does not care for the case or order of columns, nor for missing optional ones", () => {
    const text = "PASSWORD;User Name;Url;name\np;u;https://x.example;X\n";
    expect(readImport({ sourceId: "chrome", text }).candidates).toMatchObject([
      { name: "X", username: "u", password: "p", url: "https://x.example", notes: "" },
    ]);
  });

  it.each([
    ["chrome", "title,login\na,b\n"],
    ["chrome", '{"items":[]}'],
    ["safari", "name,url,username,password\na,b,c,d\n"],
    ["chrome", ""],
    ["nothing", "name,url,username,password\na,b,c,d\n"],
    ["constructor", "name,url,username,password\na,b,c,d\n"],
  ])("says that a file is not one of %s: %j", (sourceId, text) => {
    expect(readImport({ sourceId, text })).toEqual({
      candidates: [],
      vaults: [],
      errors: [{ line: 1, message: "Failed to process import file. Please check the correct file format and source." }],
    });
  });

  it("leaves out a line with a value larger than the server takes, and says so", () => {
    const { candidates, errors } = chrome(`a,https://a.example,u,p,${"é".repeat(32_768)}`, `b,https://b.example,u,p,${"é".repeat(32_769)}`);
    expect(candidates.map(({ name }) => name)).toEqual(["a"]);
    expect(errors).toEqual([{ line: 3, message: "A value of this line is longer than 64 KB; it was left out." }]);
  });

  it("never throws, whatever is in the file", () => {
    const cell = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("password", "card_details", "", '"', "__proto__", "constructor"));
    const rows = fc.array(fc.array(cell, { maxLength: 12 }), { maxLength: 5 });
    fc.assert(
      fc.property(rows, fc.constantFrom(...SOURCE_IDS), fc.boolean(), (lines, sourceId, isRaw) => {
        const head = "type,name,title,url,username,password,card_type,account_type,folder,notes";
        const text = isRaw ? `${head}\n${lines.map((cells) => cells.join(",")).join("\n")}` : writeCsv(head.split(","), lines);
        for (const { fields, kind } of readImport({ sourceId, text }).candidates)
          expect(Object.keys(fields)).toEqual(Object.keys(kindOf(kind).fields));
      }),
      { numRuns: 500 },
    );
  });
});

describe("templateCsv", () => {
  it("is read back as one complete item of each kind", () => {
    const { candidates, errors } = readImport({ sourceId: "other", text: templateCsv() });
    expect(errors).toEqual([]);
    expect(candidates.map(({ kind, status }) => [kind, status])).toEqual(KIND_NAMES.map((kind) => [kind, "complete"]));
    expect(candidates[0]?.folder).toBe("Work");
  });
});

describe("recognise", () => {
  it.each([
    ["name,url,username,password\n", "chrome"],
    ["Title,URL,Username,Password,Notes,OTPAuth\n", "safari"],
    ['"url","username","password","httpRealm","guid"\n', "firefox"],
    [templateCsv(), "other"],
    ["a,b,c\n", null],
    ["", null],
  ])("takes %j for %s", (text, source) => expect(recognise(text)?.sourceId ?? null).toBe(source));
});
