/** One vault as a file of every program, written by hand from the documentation of its format; every reader returns the same vault. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readImportFile, sourceIdOf } from "./import-read.ts";

const FOLDER = new URL("./fixtures/reference/", import.meta.url);
const bytesOf = (name: string, folder = FOLDER): Uint8Array => new Uint8Array(readFileSync(new URL(name, folder)));
const read = (
  name: string,
  chosen: string | null,
  folder = FOLDER,
  secret: { password: string; keyFile: Uint8Array | null } | null = null,
) => readImportFile({ name, content: bytesOf(name, folder), chosen: chosen === null ? null : sourceIdOf(chosen), secret });

const OTPAUTH = "otpauth://totp/GitHub:ann?secret=JBSWY3DPEHPK3PXP";
const SETUP_KEY = "JBSWY3DPEHPK3PXP";
const LOGIN = {
  ...{ type: "password", name: "GitHub", username: "ann", password: `p,a"ss;w'ord<&> `, url: "https://github.com/login" },
  ...{ urls: ["https://github.com/login", "https://gist.github.com/"], folder: "Work/Code", notes: 'first line\nsecond, "quoted"' },
  ...{ totp: SETUP_KEY, favourite: true, tags: [] as string[], history: ["old-one"] },
  custom: { Answer: "blue", "Hidden thing": " s3cret " } as Record<string, string>,
};
const CARD = { card_holder_name: "ANN LEE", card_number: "4111111111111111", expiration_date: "04/29", cvv: "123" };
const BANK = { bank_name: "Nord", account_type: "savings", account_number: "000123", routing_number: "110000000" };
const PERSON = { first_name: "Ann", last_name: "Lee" };

/** For formats with only one address per login. */
const oneAddress = { urls: [LOGIN.url] };
const bare = { ...oneAddress, favourite: false, history: [], custom: {}, folder: "", totp: "" };
interface Expected {
  readonly login: Partial<typeof LOGIN>;
  /** Number of items of the other kinds. */
  readonly others?: Partial<Record<"note" | "card_details" | "bank_details" | "personal_details" | "password", number>>;
  readonly refused?: number;
  /** The source recognized by content alone, if the file looks like another program's. */
  readonly known?: string;
}

const EXPECTED: Readonly<Record<string, Expected>> = {
  "1password-1pif": {
    login: { folder: "Work", tags: ["code"] },
    others: { note: 1, card_details: 1, bank_details: 1, personal_details: 1 },
  },
  "1password-1pux": {
    login: { folder: "Work", tags: ["code"] },
    others: { note: 2, card_details: 1, bank_details: 1, personal_details: 1 },
  },
  "1password-csv": { login: { ...bare, totp: SETUP_KEY, favourite: true, tags: ["code"] } },
  "bitwarden-csv": { login: { history: [] }, others: { note: 1 } },
  "bitwarden-json": { login: { custom: { ...LOGIN.custom, Trusted: "true" } }, others: { note: 1, card_details: 1, personal_details: 1 } },
  brave: { login: bare, known: "chrome" },
  "buttercup-csv": { login: { ...bare, folder: "Work", custom: { Answer: "blue" } } },
  chrome: { login: bare },
  "cxf-json": { login: { history: [] }, others: { note: 1, card_details: 1, personal_details: 1 } },
  "dashlane-csv": {
    login: { ...bare, folder: "Work", totp: SETUP_KEY, custom: { username2: "ann2" } },
    others: { note: 1, card_details: 1, bank_details: 1, personal_details: 2, password: 1 },
  },
  "dashlane-json": {
    login: { ...bare, totp: SETUP_KEY, custom: { "Secondary login": "ann2" } },
    others: { note: 1, card_details: 1, personal_details: 1 },
  },
  edge: { login: bare, known: "chrome" },
  "enpass-csv": {
    login: { ...bare, totp: SETUP_KEY, custom: { "E-mail": "ann@example.com", Answer: "blue" } },
    others: { note: 1, card_details: 1 },
  },
  "enpass-json": {
    login: { custom: { ...LOGIN.custom, "E-mail": "ann@example.com", Attachment: "key.txt" } },
    others: { note: 1, card_details: 1 },
  },
  firefox: { login: { ...bare, name: "github.com", url: "https://github.com", urls: ["https://github.com"], notes: "" } },
  "keepass1-csv": { login: bare },
  "keepass2-xml": {
    login: { favourite: false, totp: `${OTPAUTH}&period=30&digits=6&issuer=GitHub`, tags: ["code"] },
    others: { note: 1, password: 1 },
  },
  "keepassxc-csv": { login: { ...bare, folder: "Work/Code", totp: OTPAUTH }, others: { note: 1 } },
  "keeper-csv": { login: { ...bare, folder: "Work/Code", totp: OTPAUTH, custom: { Answer: "blue" } }, others: { note: 1 } },
  "keeper-json": {
    login: { favourite: false, history: [], totp: OTPAUTH },
    others: { note: 1, card_details: 1, bank_details: 1, personal_details: 1 },
  },
  lastpass: {
    login: { ...oneAddress, history: [], custom: {} },
    others: { note: 1, card_details: 1, bank_details: 1, personal_details: 1 },
    refused: 1,
  },
  nordpass: {
    login: { folder: "Work", totp: "", favourite: false, history: [] },
    others: { note: 1, card_details: 1, personal_details: 1 },
    refused: 1,
  },
  opera: { login: bare, known: "chrome" },
  "padloc-csv": { login: { ...bare, totp: SETUP_KEY, tags: ["code"], custom: { Answer: "blue" } }, others: { note: 1 } },
  pass: { login: { favourite: false, history: [], totp: OTPAUTH, custom: { Answer: "blue" } }, others: { password: 1 } },
  "passbolt-csv": { login: { ...bare, folder: "Work/Code", totp: OTPAUTH }, known: "keepassxc-csv" },
  "proton-csv": {
    login: { folder: "Work", favourite: false, history: [], totp: OTPAUTH, custom: { Email: "ann@example.com" } },
    others: { note: 1, card_details: 1 },
  },
  "proton-json": {
    login: { folder: "Work", history: [], totp: OTPAUTH, custom: { ...LOGIN.custom, Email: "ann@example.com" } },
    others: { note: 2, card_details: 1, personal_details: 1 },
  },
  "psono-json": {
    login: { ...bare, folder: "Work", totp: SETUP_KEY, custom: { Urlfilter: "github.com" } },
    others: { note: 1, card_details: 1, password: 1 },
  },
  "roboform-csv": {
    login: { folder: "Work/Code", favourite: false, history: [], totp: "", custom: { Answer: "blue" } },
    others: { note: 1 },
  },
  safari: { login: { ...bare, totp: OTPAUTH } },
  "safeincloud-csv": { login: bare },
  "safeincloud-xml": { login: { folder: "Work", history: [], tags: ["Code"] }, others: { note: 1, card_details: 1 } },
  vivaldi: { login: bare, known: "chrome" },
  "zoho-csv": {
    login: {
      ...bare,
      folder: "Work",
      favourite: true,
      totp: SETUP_KEY,
      tags: ["code"],
      custom: { Description: "about", Answer: "blue", Classification: "Enterprise" },
    },
  },
};

type Item = Awaited<ReturnType<typeof readImportFile>>["items"][number];

/** An item in the form of the reference. */
function told(item: Item | undefined): unknown {
  const { custom, history, type, name, username, password, url, urls, folder, notes, totp, favourite, tags } = item ?? {};
  const own = Object.fromEntries((custom as { label: string; value: string }[]).map(({ label, value }) => [label, value]));
  const past = (history as { value: string }[]).map(({ value }) => value);
  return { type, name, username, password, url, urls, folder, notes, totp, favourite, tags, custom: own, history: past };
}

const FILES = readdirSync(FOLDER);
it("has a file for every source", () => expect(FILES.map((name) => name.split(".")[0]).sort()).toEqual(Object.keys(EXPECTED).sort()));

describe.each(FILES)("%s", (name) => {
  const id = name.split(".")[0] ?? "";
  const { login, others = {}, refused = 0, known = id } = EXPECTED[id] ?? { login: {} };

  it("is recognized by its content", async () => expect((await read(name, null)).source).toBe(known));
  it("is read as the chosen source", async () => expect((await read(name, id)).source).toBe(id));

  it("gives the reference vault", async () => {
    const { items, refused: left } = await read(name, id);
    const wanted = { ...LOGIN, ...login };
    const found = items.find((item) => item.name === wanted.name);
    expect(told(found)).toEqual(wanted);
    const counts: Record<string, number> = {};
    for (const { type } of items.filter((item) => item !== found)) counts[String(type)] = (counts[String(type)] ?? 0) + 1;
    expect(counts).toEqual(others);
    expect(left).toHaveLength(refused);
  });

  it("keeps cards, accounts and persons complete", async () => {
    const { items } = await read(name, id);
    const of = (type: string) => items.filter((item) => item.type === type).map(({ fields }) => fields);
    for (const fields of of("card_details")) expect(fields).toMatchObject(CARD);
    const { bank_name: _, account_type: __, ...numbers } = BANK;
    for (const fields of of("bank_details")) expect(fields).toMatchObject(/dashlane|keeper/.test(id) ? numbers : BANK);
    for (const fields of of("personal_details")) expect(fields).toMatchObject(PERSON);
  });
});

describe("sealed files", () => {
  const SEALED = new URL("./fixtures/sealed/", import.meta.url);
  const open = (name: string, password: string, keyFile: string | null = null) =>
    read(name, null, SEALED, { password, keyFile: keyFile === null ? null : bytesOf(keyFile, SEALED) });
  const KDBX = ["v3.kdbx", "v4-aes.kdbx", "v4-argon2d.kdbx", "v4-argon2id-chacha.kdbx"];

  it.each(KDBX)("%s, written by another implementation, gives the reference", async (name) => {
    const { items, source } = await open(name, "öpen sesame");
    expect(source).toBe("keepass-kdbx");
    const wanted = { ...LOGIN, favourite: false, totp: `${OTPAUTH}&period=30&digits=6&issuer=GitHub`, tags: ["code"] };
    expect(told(items.find((item) => item.name === "GitHub"))).toEqual({ ...wanted, custom: { ...LOGIN.custom, Attachment: "key.txt" } });
    expect(items.map(({ name: title, tags }) => [title, tags])).toContainEqual(["Gone", ["Trash"]]);
  });

  it("requires the key file if there is one", async () => {
    expect((await open("v4-keyfile.kdbx", "öpen sesame", "key.keyx")).items).toHaveLength(3);
    await expect(open("v4-keyfile.kdbx", "öpen sesame")).rejects.toThrow("does not open the file");
  });

  it.each(["bitwarden-pbkdf2.json", "bitwarden-argon2id.json"])("%s gives what was sealed", async (name) => {
    const { items, source } = await open(name, "öpen sesame");
    expect(source).toBe("bitwarden-json");
    expect(items).toEqual((await read("bitwarden-json.json", null)).items);
  });

  it.each([...KDBX, "bitwarden-pbkdf2.json"])("%s does not open with another password, and reports it", async (name) => {
    await expect(open(name, "open sesame")).rejects.toThrow(/does not open the file/);
    await expect(read(name, null, SEALED)).rejects.toThrow(/encrypted with a password/);
  });

  it.each(KDBX)("%s with a changed byte is reported as damaged or does not open", async (name) => {
    const bytes = bytesOf(name, SEALED);
    for (const at of [300, 600, bytes.length - 300]) {
      const changed = bytes.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      const secret = { password: "öpen sesame", keyFile: null };
      await expect(readImportFile({ name, content: changed, chosen: null, secret })).rejects.toThrow(
        /damaged|does not open|more work|not known/,
      );
    }
  });
});
