import { expect, it } from "vitest";
import {
  type Passkey,
  type PasskeyKey,
  readPasskeyKeys,
  readPasskeys,
  withoutOldPasskeys,
  withPasskey,
  withPasskeyState,
  withPasskeysOf,
  writePasskeyKeys,
  writePasskeys,
} from "./passkeys.ts";

const PASSKEY: Passkey = {
  id: "AQID",
  rpId: "example.com",
  rpName: "Example",
  user: "AQ",
  name: "ann",
  displayName: "Ann",
  alg: -7,
  at: 5,
  prf: true,
  state: "kept",
  since: 6,
};
const KEY: PasskeyKey = { id: "AQID", key: "BAUG", prfUv: "Bw", prfNoUv: "CA" };

it("reads what it wrote", () => {
  const passkeys = [PASSKEY, { ...PASSKEY, id: "Ag", state: "removed" as const, prf: false, user: "" }];
  expect(readPasskeys(writePasskeys(passkeys))).toEqual(passkeys);
  const keys = [KEY, { ...KEY, id: "Ag", prfUv: "", prfNoUv: "" }];
  expect(readPasskeyKeys(writePasskeyKeys(keys))).toEqual(keys);
  expect([writePasskeys([]), writePasskeyKeys([])]).toEqual(["", ""]);
});

it("skips what is no passkey, and keeps the rest", () => {
  const wrong: Record<string, unknown>[] = [
    { id: "" },
    { id: 1 },
    { rpId: "" },
    { user: null },
    { alg: "-7" },
    { at: -1 },
    { at: "5" },
    { state: "lost" },
    { state: undefined },
  ];
  for (const changed of wrong) expect(readPasskeys(JSON.stringify([{ ...PASSKEY, id: "Ag", ...changed }, PASSKEY]))).toEqual([PASSKEY]);
  for (const text of ["", "[", "{}", "null", "[1]", '["x"]', "[null]"])
    expect([readPasskeys(text), readPasskeyKeys(text)]).toEqual([[], []]);
  for (const changed of [{ id: "" }, { key: "" }, { key: 1 }, { prfUv: 1 }, { prfNoUv: null }])
    expect(readPasskeyKeys(JSON.stringify([{ ...KEY, id: "Ag", ...changed }, KEY]))).toEqual([KEY]);
});

it("of two with one id the first counts, and the order stays", () => {
  const [first, second] = [PASSKEY, { ...PASSKEY, id: "Ag" }];
  expect(readPasskeys(JSON.stringify([first, second, { ...first, name: "other" }]))).toEqual([first, second]);
  expect(readPasskeyKeys(JSON.stringify([KEY, { ...KEY, key: "CQ" }]))).toEqual([KEY]);
});

it("names have an end, and what is missing is empty", () => {
  const [read] = readPasskeys(JSON.stringify([{ ...PASSKEY, rpName: "é".repeat(1_000), name: 5, displayName: undefined, since: "x" }]));
  expect(read).toEqual({ ...PASSKEY, rpName: "é".repeat(100), name: "", displayName: "", since: PASSKEY.at });
});

it("drops none however many there are", () => {
  const many = Array.from({ length: 50 }, (_, at) => ({ ...PASSKEY, id: `A${at}` }));
  expect(readPasskeys(writePasskeys(many))).toHaveLength(50);
});

const fieldsOf = (...ids: string[]) => ({
  x_passkeys: writePasskeys(ids.map((id) => ({ ...PASSKEY, id }))),
  x_passkey_keys: writePasskeyKeys(ids.map((id) => ({ ...KEY, id }))),
});
const DAY = 24 * 3_600_000;

it("takes twenty, each with its key, and one only once", () => {
  const names = Array.from({ length: 20 }, (_, at) => `A${at}`);
  const filled = names.reduce((fields, id) => withPasskey(fields, { ...PASSKEY, id }, { ...KEY, id }) ?? fields, fieldsOf());
  expect(filled).toEqual(fieldsOf(...names));
  expect(withPasskey(filled, PASSKEY, KEY)).toBeNull();
  expect(withPasskey(filled, { ...PASSKEY, id: "A3", name: "other" }, { ...KEY, id: "A3" })).toEqual(filled);
  expect(withPasskey({}, PASSKEY, KEY)).toEqual(fieldsOf(PASSKEY.id));
});

it("twenty keys of RS256 fit into a field", () => {
  const key: PasskeyKey = { id: "A".repeat(43), key: "A".repeat(1_630), prfUv: "A".repeat(43), prfNoUv: "A".repeat(43) };
  const text = writePasskeyKeys(Array.from({ length: 20 }, (_, at) => ({ ...key, id: `${at}${key.id}` })));
  expect(text.length).toBeLessThan(65_536);
});

it("changes the state of one", () => {
  const read = readPasskeys(withPasskeyState(fieldsOf("A1", "A2").x_passkeys, "A2", "removed", 9));
  expect(read.map(({ id, state, since }) => [id, state, since])).toEqual([
    ["A1", "kept", 6],
    ["A2", "removed", 9],
  ]);
});

it("a removed one goes with its key after thirty days, and not before", () => {
  const { x_passkeys, x_passkey_keys } = fieldsOf("A1", "A2");
  const fields = { x_passkeys: withPasskeyState(x_passkeys, "A2", "removed", 9), x_passkey_keys };
  expect(withoutOldPasskeys(fields, 9 + 30 * DAY - 1)).toBeNull();
  expect(withoutOldPasskeys(fields, 9 + 30 * DAY)).toEqual(fieldsOf("A1"));
  for (const state of ["hidden", "unconfirmed", "kept"] as const)
    expect(withoutOldPasskeys({ ...fields, x_passkeys: withPasskeyState(x_passkeys, "A2", state, 9) }, 9_999 * DAY)).toBeNull();
  expect(withoutOldPasskeys({}, 9)).toBeNull();
  // With nothing else in the login its list stays, empty.
  const [alone, later] = [{ ...fieldsOf("A2"), x_passkeys: withPasskeyState(fieldsOf("A2").x_passkeys, "A2", "removed", 9) }, 9 + 30 * DAY];
  expect(withoutOldPasskeys(alone, later)).toEqual({ x_passkeys: "[]", x_passkey_keys: "" });
  expect(withoutOldPasskeys({ ...alone, password: "s3cret" }, later)).toEqual({ x_passkeys: "", x_passkey_keys: "" });
});

it("a merge of two logins has the passkeys of both, each once", () => {
  expect(withPasskeysOf(fieldsOf("A1", "A2"), fieldsOf("A2", "A3"))).toEqual(fieldsOf("A1", "A2", "A3"));
  expect(withPasskeysOf({}, fieldsOf("A1"))).toEqual(fieldsOf("A1"));
  expect(withPasskeysOf(fieldsOf("A1"), {})).toEqual(fieldsOf("A1"));
  expect(withPasskeysOf({}, {})).toEqual(fieldsOf());
});
