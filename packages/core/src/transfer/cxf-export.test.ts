/** What is written in the Credential Exchange Format is read back whole, and has the form that other programs expect. */
import { describe, expect, it } from "vitest";
import type { FieldValues, Item, Vault } from "../items/item.ts";
import { type KindName, kindOf } from "../items/kinds.ts";
import { readPasskeyKeys, readPasskeys, writePasskeyKeys, writePasskeys } from "../items/passkeys.ts";
import { writeAddresses, writeCustomFields, writeHistory, writeTags } from "../items/structured-fields.ts";
import { anItem } from "../items/testing/an-item.ts";
import { planCxf, writeCxf } from "./cxf-export.ts";
import { readImport } from "./import.ts";

const idAt = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
const { revision, scopeId, state, updatedAt, isOwner, permission } = anItem("note");
const createdAt = Date.UTC(2025, 2, 4);
const WORK: Vault = {
  ...{ id: idAt(99), name: "Work", description: "All of it", color: "#3B82F6", icon: "folder" },
  ...{ revision, scopeId, state, createdAt, updatedAt, isOwner, permission },
};

/** PKCS #8 of a key of P-256, and ids of 16 bytes. */
const KEY = `MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg${"A".repeat(136)}`;
const SECRET = "A".repeat(43);
const passkey = (id: string, name: string, isHidden = false) => ({
  ...{ id, rpId: "shop.example", rpName: "", user: "AQID", name, displayName: name, alg: -7, at: createdAt, prf: true },
  ...{ state: isHidden ? ("removed" as const) : ("kept" as const), since: createdAt },
});
const [KEPT, GONE] = [`${"B".repeat(21)}A`, `${"C".repeat(21)}A`];

const FILLED: Readonly<Record<KindName, FieldValues>> = {
  password: {
    ...{ title: "Shop", username: "ann", password: ' p,a"ss<&> ', website_url: "https://shop.example", notes: "one\ntwo" },
    ...{ totp: "otpauth://totp/Shop:ann?secret=JBSWY3DPEHPK3PXP&algorithm=SHA256&digits=8&issuer=Shop", tags: writeTags(["a", "b"]) },
    more_urls: writeAddresses([{ url: "https://www.shop.example", match: "domain" }]),
    x_passkeys: writePasskeys([passkey(KEPT, "ann"), passkey(GONE, "gone", true)]),
    x_passkey_keys: writePasskeyKeys([KEPT, GONE].map((id) => ({ id, key: KEY, prfUv: SECRET, prfNoUv: SECRET }))),
    custom_fields: writeCustomFields([
      { label: "Answer", type: "text", value: "blue", section: "" },
      { label: "Second PIN", type: "hidden", value: "1234", section: "Phone" },
      { label: "Trusted", type: "boolean", value: "true", section: "Phone" },
    ]),
  },
  note: { name: "Door", notes: "the text" },
  card: {
    name: "Visa",
    card_type: "debit",
    card_holder_name: "ANN LEE",
    card_number: "4111111111111111",
    expiration_date: "04/29",
    cvv: "123",
    pin: "9",
    postal_code: "8001",
  },
  bank: { name: "Nord", bank_name: "Nord", account_type: "savings", account_number: "000123", iban_number: "DE1", branch_phone: "+41" },
  personal: {
    ...{ name: "Me", title: "Ms", first_name: "Ann", middle_name: "B.", last_name: "Lee", gender: "Female", birthday: "1990-01-02" },
    ...{ email_address: "ann@example.com", phone: "+41", address_1: "Lane 1", address_2: "Floor 2", city_town: "Bern" },
    ...{ state: "Bern", zip_postal_code: "3000", country: "Switzerland" },
  },
};

const items = Object.entries(FILLED).map(([kind, fields], index) =>
  anItem(kind as KindName, fields, { id: idAt(index), favourite: index === 0, categoryId: index === 0 ? WORK.id : null, createdAt }),
);
const filled = (all: FieldValues) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
const write = (all: readonly Item[] = items): string =>
  writeCxf({ items: all, vaults: [WORK], now: 1_700_000_000_999, host: "coffer.example", random: (length) => new Uint8Array(length) });
interface Account {
  readonly collections: readonly object[];
  readonly items: readonly { readonly id: string; readonly credentials: readonly Readonly<Record<string, unknown>>[] }[];
}
const [account] = (JSON.parse(write()) as { accounts: readonly [Account] }).accounts;

describe("a file in the Credential Exchange Format", () => {
  it.each(items.map((item) => [item.kind, item] as const))("gives back a filled %s", (kind, item) => {
    const { candidates, errors } = readImport({ sourceId: "cxf-json", text: write() });
    expect(errors).toEqual([]);
    const found = candidates.find((one) => one.kind === kind);
    const { x_passkeys: ours = "", x_passkey_keys: keys = "", totp: _, ...fields } = item.fields;
    const { x_passkeys: read = "", x_passkey_keys: readKeys = "", totp, ...others } = found?.fields ?? {};
    expect(filled({ ...others, password_strength: "" })).toMatchObject(filled(fields));
    expect([found?.favourite ?? false, found?.folder]).toEqual([item.favourite, item.favourite ? "Work" : ""]);
    expect(readPasskeys(read)).toEqual(readPasskeys(ours).filter(({ id }) => id === KEPT));
    expect(readPasskeyKeys(readKeys)).toEqual(readPasskeyKeys(keys).filter(({ id }) => id === KEPT));
    if (kind === "password") expect(totp).toMatch(/secret=JBSWY3DPEHPK3PXP&algorithm=SHA256&digits=8&issuer=Shop/);
  });

  it.each([
    [
      "written in another language",
      (file: string) => file.replace(/"label":"[^"]*"(?=,"extensions")/g, '"label":"Feld"').replace('"value":"Female"', '"value":"Wort"'),
    ],
    [
      "of before, whose fields have their labels alone",
      (file: string) => file.replace(/,"extensions":\[\{"name":"coffer-field"[^\]]*\]/g, ""),
    ],
  ])("is read whole where it is %s", (_, asWritten) => {
    const { candidates } = readImport({ sourceId: "cxf-json", text: asWritten(write()) });
    for (const { kind, fields } of items) {
      const { x_passkeys: _keys, x_passkey_keys: _secrets, totp: _totp, password_strength: _strength, ...plain } = fields;
      expect(filled(candidates.find((one) => one.kind === kind)?.fields ?? {})).toMatchObject(filled(plain));
    }
  });

  it("names itself, its version and its time, and what is in each vault", () => {
    const file = JSON.parse(write()) as Record<string, unknown>;
    const header = { version: { major: 1, minor: 0 }, exporterRpId: "coffer.example", timestamp: 1_700_000_000 };
    expect(file).toMatchObject(header);
    const [first] = account.items;
    expect(account.collections).toEqual([
      { id: expect.stringMatching(/^[\w-]{22}$/), title: "Work", subtitle: "All of it", items: [{ item: first?.id }] },
    ]);
  });

  it("writes each credential in the form of the standard, and what it has no form for as a custom field", () => {
    const credentials = account.items.flatMap((item) => item.credentials);
    const of = (type: string) => credentials.filter((one) => one.type === type);
    expect(of("passkey")).toEqual([
      {
        ...{ type: "passkey", credentialId: KEPT, rpId: "shop.example", username: "ann", userDisplayName: "ann", userHandle: "AQID" },
        ...{ key: KEY, fido2Extensions: { hmacCredentials: { algorithm: "hmac-sha256", credWithUV: SECRET, credWithoutUV: SECRET } } },
      },
    ]);
    expect(of("totp")).toEqual([
      { type: "totp", secret: "JBSWY3DPEHPK3PXP", period: 30, digits: 8, username: "ann", algorithm: "sha256", issuer: "Shop" },
    ]);
    expect(of("credit-card")[0]).toMatchObject({ expiryDate: { fieldType: "year-month", value: "2029-04" } });
    const [address] = of("address");
    expect(address).toMatchObject({ streetAddress: { value: "Lane 1\nFloor 2" } });
    // Neither is a code of ISO 3166.
    expect([address?.country, address?.territory]).toEqual([undefined, undefined]);
    expect(JSON.stringify(of("custom-fields"))).toContain(
      '{"fieldType":"string","value":"Switzerland","label":"Country","extensions":[{"name":"coffer-field","field":"country"}]}',
    );
  });

  it("says what stays behind, and leaves out what did not open and what is another person's", () => {
    const history = { ...FILLED.password, password_history: writeHistory([{ value: "old", at: 1 }]) };
    const all = [anItem("password", history), anItem("note", { name: "broken" }, { state: "tampered" })];
    expect(planCxf({ items: all, vaults: [] })).toEqual({
      unreadable: 1,
      behind: [{ label: kindOf("password").fields.password_history?.label, count: 1 }],
    });
    expect(write([...all, anItem("note", { name: "theirs" }, { isOwner: false })])).not.toMatch(/broken|theirs|"old"/);
  });

  it("keeps a code of another form than the standard's as a hidden field", () => {
    const steam = anItem("password", { ...FILLED.password, totp: "steam://JBSWY3DPEHPK3PXP" });
    expect(write([steam])).toContain("steam://JBSWY3DPEHPK3PXP");
    const [read] = readImport({ sourceId: "cxf-json", text: write([steam]) }).candidates;
    expect(read?.fields.totp).toBe("steam://JBSWY3DPEHPK3PXP");
  });
});
