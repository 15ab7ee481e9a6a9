import { expect, it } from "vitest";
import { type Passkey, type PasskeyKey, readPasskeyKeys, readPasskeys, writePasskeyKeys, writePasskeys } from "./passkeys.ts";

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
