import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { blankDraft } from "../items/item.ts";
import { KIND_NAMES, kindOf } from "../items/kinds.ts";
import { readAddresses, readCustomFields, writeAddresses, writeCustomFields } from "../items/structured-fields.ts";
import { writeCsv } from "./csv.ts";
import { EXPORT_COLUMNS } from "./export.ts";
import { readImport, recognise } from "./import.ts";
import { SOURCE_IDS } from "./sources.ts";
import { templateCsv } from "./template.ts";
import { chromeExport } from "./testing/chrome-export.ts";
import { withinLimits } from "./within-limits.ts";

const chrome = (...lines: string[]) => readImport({ sourceId: "chrome", text: ["name,url,username,password,note", ...lines].join("\n") });
const other = (...rows: Partial<Record<(typeof EXPORT_COLUMNS)[number], string>>[]) =>
  readImport({
    sourceId: "other",
    text: writeCsv(
      EXPORT_COLUMNS,
      rows.map((row) => EXPORT_COLUMNS.map((column) => row[column] ?? "")),
    ),
  });

/** Custom fields of an item: label, value, type. */
const own = (...fields: (readonly [label: string, value: string, type?: "hidden"])[]) =>
  writeCustomFields(fields.map(([label, value, type]) => ({ label, value, type: type ?? ("text" as const), section: "" })));

describe("readImport", () => {
  it("turns a row into a complete item", () => {
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

  it("names a row without a name after its site or app, or as specified (spec 3 §9, T9)", () => {
    const { candidates } = chrome(
      ",https://www.example.com/x,ann,secret,",
      ",,ann,secret,",
      ",android://kEy-_==@com.example.app/,ann,secret,",
    );
    expect(candidates.map(({ name, fields, status }) => [name, fields.title, status])).toEqual([
      ["example.com", "example.com", "complete"],
      ["", "Imported Password", "incomplete"],
      ["com.example.app", "com.example.app", "complete"],
    ]);
  });

  it.each([
    ["password", "Imported Password"],
    ["bank_details", "Imported Bank Account"],
    ["card_details", "Imported Card"],
    ["personal_details", "Imported Personal Info"],
    ["note", "Imported item"],
    ["server", "Imported item"],
  ])("calls a %s without a name %s (spec 3 §9)", (type, name) => {
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

  it("keeps a login without user name, password and URL as another kind, and reports it (decision I-03, T9)", () => {
    const { candidates, errors } = chrome("a,https://a.example,,,", '"b\nb",,,,only a note', "c,,,,", "d,,u,,", ",,,,alone");
    expect(candidates.map(({ kind, name, row, notes, status }) => [kind, name, row, notes, status])).toEqual([
      ["password", "a", 1, "", "incomplete"],
      ["note", "b\nb", 2, "only a note", "complete"],
      ["password", "c", 3, "", "incomplete"],
      ["password", "d", 4, "", "incomplete"],
      ["note", "", 5, "alone", "incomplete"],
    ]);
    expect(errors).toEqual([
      { line: 3, message: "This line has neither username nor password nor URL; it was kept as a note." },
      { line: 5, message: "This line has neither username nor password nor URL; what it has was kept." },
      { line: 7, message: "This line has neither username nor password nor URL; it was kept as a note." },
    ]);
  });

  it("refuses a line that has only a type, and skips empty ones", () => {
    const { candidates, errors } = other({ type: "note" }, {}, { type: "note", name: "n" });
    expect(candidates).toHaveLength(1);
    expect(errors.map(({ line }) => line)).toEqual([2]);
  });

  it("imports the valid rows of a bad file and reports the others", () => {
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

  it("reads an unknown type as a password, and reports it", () => {
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
  ])("reads the setup key of one-time codes from %s, and keeps an invalid one as a custom field", (sourceId, header) => {
    const key = "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP";
    const text = `${header}\nx,https://x.example,u,p,old,${key}\ny,https://y.example,u,p,old,otpauth://totp/x?secret=0\n`;
    const [good, bad] = readImport({ sourceId, text }).candidates.map(({ fields }) => fields);
    expect(good).toMatchObject({ totp: key, notes: "old", custom_fields: "" });
    expect(bad).toMatchObject({ totp: "", notes: "old", custom_fields: own(["One-time code", "otpauth://totp/x?secret=0", "hidden"]) });
  });

  it("hides values whose heading calls them a secret, in German, Spanish and other languages too", () => {
    const hidden = ["Kennwort 2", "Geheimnis", "Contraseña anterior", "Código", "Clave", "Mot de passe"];
    const headings = [...hidden, "Kunde"];
    const text = `name,url,username,password,${headings.join(",")}\nx,https://x.example,u,p,${headings.map(() => "v").join(",")}\n`;
    const [one] = readImport({ sourceId: "other", text }).candidates;
    expect(one?.fields.custom_fields).toBe(own(...hidden.map((heading) => [heading, "v", "hidden"] as const), ["Kunde", "v"]));
  });

  it.each([
    ["pass", "group,title,password,login,url,comments,otpauth"],
    ["buttercup-csv", "!group_id,!group_name,title,username,password,URL,Notes,id,OTP"],
    ["padloc-csv", "name,tags,url,username,password,notes,one-time password"],
  ])("reads the setup key of one-time codes from a table of %s", (sourceId, header) => {
    const row = header.split(",").map((name) => (/^(otpauth|otp|totp|one-time password)$/i.test(name) ? "JBSWY3DPEHPK3PXP" : "x"));
    const [candidate] = readImport({ sourceId, text: `${header}\n${row.join(",")}\n` }).candidates;
    expect(candidate?.fields.totp).toBe("JBSWY3DPEHPK3PXP");
  });

  it.each(["JBSWY3DPEHPK", "otpauth://totp/x?secret=JBSWY"])("keeps the weak key %s of an old site as a one-time code (T13)", (key) => {
    const text = `name,url,username,password,totp\nx,https://x.example,u,p,${key}\n`;
    expect(readImport({ sourceId: "other", text }).candidates[0]?.fields.totp).toBe(key);
  });

  it("puts values without a field into custom fields, and does not change the notes (T9)", () => {
    const odd = "Title,URL,Username,Password,Notes,Mood\nx,https://x.example,u,p,old,good\n";
    expect(readImport({ sourceId: "safari", text: odd }).candidates[0]?.fields).toMatchObject({
      notes: "old",
      custom_fields: own(["Mood", "good"]),
    });
    const note = "type,name,notes,totp\nnote,n,old,JBSWY3DPEHPK3PXP\n";
    expect(readImport({ sourceId: "other", text: note }).candidates[0]?.fields).toMatchObject({
      notes: "old",
      custom_fields: own(["totp", "JBSWY3DPEHPK3PXP"]),
    });
    const { candidates } = other({ type: "card_details", name: "c", card_type: "Visa", phone: "123" });
    expect(candidates[0]?.fields).toMatchObject({
      card_type: "credit",
      notes: "",
      custom_fields: own(["Card Type", "Visa"], ["phone", "123"]),
    });
  });

  it("ignores the case and order of columns, and missing optional ones", () => {
    const text = "PASSWORD;User Name;Url;name\np;u;https://x.example;X\n";
    expect(readImport({ sourceId: "chrome", text }).candidates).toMatchObject([
      { name: "X", username: "u", password: "p", url: "https://x.example", notes: "" },
    ]);
  });

  it.each([
    ["chrome", "title,login\na,b\n"],
    ["other", "a,b\n1,2\n"],
    ["other", "no table at all"],
    ["chrome", '{"items":[]}'],
    ["safari", "name,url,username,password\na,b,c,d\n"],
    ["chrome", ""],
    ["nothing", "name,url,username,password\na,b,c,d\n"],
    ["constructor", "name,url,username,password\na,b,c,d\n"],
  ])("reports that a file is not from %s: %j", (sourceId, text) => {
    expect(readImport({ sourceId, text })).toEqual({
      candidates: [],
      vaults: [],
      refused: [],
      errors: [{ line: 1, message: "Failed to process import file. Please check the correct file format and source." }],
    });
  });

  it("leaves out a value above the server's limit alone, and names it: the password of its line is imported", () => {
    const { candidates, errors, refused } = chrome(
      `a,https://a.example,u,p,${"é".repeat(32_768)}`,
      `b,https://b.example,u,p,${"é".repeat(32_769)}`,
      `,,,,${"é".repeat(32_769)}`,
    );
    expect(candidates.map(({ name, password, notes }) => [name, password, notes.length])).toEqual([
      ["a", "p", 32_768],
      ["b", "p", 0],
    ]);
    const message = '"Notes" is longer than 64 KB; it was left out.';
    expect(errors.map(({ line }) => line)).toEqual([3, 4]);
    expect(errors.every((error) => error.message.includes(message))).toBe(true);
    expect(refused.map(({ row }) => row)).toEqual([3]);
  });

  it("keeps as many values without a field as fit, without the longest", () => {
    const others = ["x".repeat(40_000), "y".repeat(65_600), "z"];
    const text = `name,url,username,password,one,two,three\na,https://a.example,u,p,${others.join(",")}\n`;
    const { candidates, errors } = readImport({ sourceId: "other", text });
    expect(readCustomFields(candidates[0]?.fields.custom_fields ?? "").map(({ label }) => label)).toEqual(["one", "three"]);
    expect([candidates[0]?.password, errors.map(({ message }) => message)]).toEqual([
      "p",
      ['"two" is longer than 64 KB; it was left out.'],
    ]);
  });

  it("names what was too much together, of values and of addresses", () => {
    const [one, two] = ["x".repeat(40_000), "y".repeat(39_000)];
    const text = `name,url,username,password,one,two\na,https://a.example,u,p,${one},${two}\n`;
    expect(readImport({ sourceId: "other", text }).errors.map(({ message }) => message)).toEqual([
      'Together the values of this line that have no field of their own are longer than 64 KB; left out: "one".',
    ]);
    const more_urls = writeAddresses(
      ["a", "b"].map((path) => ({ url: `https://a.example/${path.repeat(40_000)}`, match: "domain" as const })),
    );
    const { fields, messages } = withinLimits("password", { title: "a", password: "p", more_urls });
    expect([readAddresses(fields.more_urls ?? "").length, messages.length]).toEqual([1, 1]);
    expect(messages[0]).toMatch(/^Together the web addresses of this line are longer than 64 KB; left out: "https:\/\/a\.example\/a+…"\.$/);
  });

  it("never throws for any file", () => {
    const cell = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("password", "card_details", "", '"', "__proto__", "constructor"));
    const rows = fc.array(fc.array(cell, { maxLength: 12 }), { maxLength: 5 });
    fc.assert(
      fc.property(rows, fc.constantFrom(...SOURCE_IDS), fc.boolean(), (lines, sourceId, isRaw) => {
        const head = "type,name,title,url,username,password,card_type,account_type,folder,notes";
        const text = isRaw ? `${head}\n${lines.map((cells) => cells.join(",")).join("\n")}` : writeCsv(head.split(","), lines);
        for (const { fields, kind } of readImport({ sourceId, text }).candidates)
          expect(Object.keys(fields)).toEqual(Object.keys(blankDraft(kind).fields));
      }),
      { numRuns: inject("isWhole") ? 500 : 100 },
    );
  });
});

describe("files of sources", () => {
  it("leaves out Firefox's own key, and says why (T9)", () => {
    const text = 'url,username,password,guid\nchrome://FirefoxAccounts,0a1b,"{""key"":1}",x\nhttps://a.example,ann,p,y\n';
    const { candidates, errors } = readImport({ sourceId: "firefox", text });
    expect(candidates.map(({ name }) => name)).toEqual(["a.example"]);
    expect(errors).toEqual([{ line: 2, message: expect.stringMatching(/^This line is Firefox's own key for its sync/) }]);
  });

  it("uses titles if there are no names, and reads a table with only addresses and passwords (T9)", () => {
    const titled = readImport({ sourceId: "other", text: "Title,URL,Username,Password\nShop,https://shop.example,ann,p\n" });
    expect(titled.candidates.map(({ name, fields }) => [name, fields.custom_fields])).toEqual([["Shop", ""]]);
    for (const sourceId of ["chrome", "other"])
      expect(readImport({ sourceId, text: "Url,Username,Password\nhttps://shop.example,ann,p\n" }).candidates).toMatchObject([
        { name: "shop.example", status: "complete" },
      ]);
  });

  it("reads LastPass with its folders, favorites, codes and notes, and fills in its forms (T5)", () => {
    const text = [
      "url,username,password,totp,extra,name,grouping,fav",
      "https://shop.example,ann,p,JBSWY3DPEHPK3PXP,remark,Shop,Private\\Shops,1",
      "http://sn,,,,just text,Door,Private,0",
      'http://sn,,,,"NoteType:Credit Card\nNumber:4111",Visa,,0',
    ].join("\n");
    const { candidates, errors } = readImport({ sourceId: "lastpass", text });
    expect(candidates.map(({ kind, name, folder, favourite = false, notes, url }) => [kind, name, folder, favourite, notes, url])).toEqual([
      ["password", "Shop", "Private/Shops", true, "remark", "https://shop.example"],
      ["note", "Door", "Private", false, "just text", ""],
      ["card", "Visa", "", false, "", ""],
    ]);
    expect(candidates[2]?.fields.card_number).toBe("4111");
    expect(candidates[0]?.fields.totp).toBe("JBSWY3DPEHPK3PXP");
    expect(candidates.map(({ fields }) => fields.custom_fields)).toEqual(["", "", ""]);
    expect(errors).toEqual([]);
  });

  it("reports lines with characters that were lost before the import (T1)", () => {
    const { candidates, errors } = chrome("a,https://a.example,u,p\uFFFDss,", "b,https://b.example,u,pass,");
    expect(candidates).toHaveLength(2);
    expect(errors).toEqual([{ line: 2, message: expect.stringContaining("were lost") }]);
  });
});

describe("templateCsv", () => {
  it("can be imported as one complete item of each kind", () => {
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
    ["url,username,password,totp,extra,name,grouping,fav\n", "lastpass"],
    ["a,b,c\n", null],
    ["", null],
  ])("recognizes %j as %s", (text, source) => expect(recognise(text)?.sourceId ?? null).toBe(source));

  it.each([
    ["firefox", "name,url,username,password,note\n", "chrome"],
    ["other", "url,username,password,totp,extra,name,grouping,fav\n", "lastpass"],
    ["edge", "name,url,username,password,note\n", "edge"],
    ["other", "name,url,username,password\n", "other"],
    ["chrome", templateCsv(), "other"],
    ["firefox", "url,username,password\n", "firefox"],
    ["coffer", "a,b\n", null],
  ] as const)("accepts the choice %s unless another source knows more of the columns: %j is from %s (T5, T9)", (chosen, text, source) =>
    expect(recognise(text, SOURCE_IDS, chosen)?.sourceId ?? null).toBe(source),
  );
});
