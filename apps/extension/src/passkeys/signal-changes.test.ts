import { type Passkey, readPasskeys, writePasskeys } from "@coffer/core/items/passkeys";
import { expect, it } from "vitest";
import type { SignalKind } from "./messages.ts";
import { withSignal } from "./signal-changes.ts";

const ONE: Passkey = {
  id: "one",
  rpId: "shop.example",
  rpName: "The shop",
  user: "YW5u",
  name: "ann",
  displayName: "Ann",
  alg: -7,
  at: 5,
  prf: true,
  state: "kept",
  since: 6,
};
const ALL = "signalAllAcceptedCredentials";
const UNKNOWN = "signalUnknownCredential";
const DETAILS = "signalCurrentUserDetails";
const NOW = 1_000;
const after = (kind: SignalKind, said: object, ...passkeys: readonly Passkey[]): Passkey[] =>
  readPasskeys(withSignal(writePasskeys(passkeys), "shop.example", kind, said as Record<string, unknown>, NOW));

it("hides what the site says it does not know, with its reason and the time, and nothing else", () => {
  const two = { ...ONE, id: "two", state: "unconfirmed" as const };
  expect(after(UNKNOWN, { credentialId: "one" }, ONE, two)).toEqual([{ ...ONE, state: "hidden", why: "unknown", since: NOW }, two]);
  expect(after(UNKNOWN, { credentialId: "two" }, ONE, two)).toEqual([ONE, { ...two, state: "hidden", why: "unknown", since: NOW }]);
});

it("hides what the site does not accept of that account, and shows what it accepts again", () => {
  const hidden: Passkey = { ...ONE, id: "two", state: "hidden", why: "unknown" };
  const other = { ...ONE, id: "three", user: "Ym9i" };
  expect(after(ALL, { userId: "YW5u", allAcceptedCredentialIds: ["two", "three"] }, ONE, hidden, other)).toEqual([
    { ...ONE, state: "hidden", why: "not accepted", since: NOW },
    { ...ONE, id: "two", since: NOW },
    other,
  ]);
  expect(after(ALL, { userId: "YW5u", allAcceptedCredentialIds: ["one"] }, { ...ONE, state: "unconfirmed" })).toEqual([
    { ...ONE, since: NOW },
  ]);
});

it("names the account as the site does now", () => {
  expect(after(DETAILS, { userId: "YW5u", name: "ann.lee", displayName: "Ann Lee" }, ONE)).toEqual([
    { ...ONE, name: "ann.lee", displayName: "Ann Lee" },
  ]);
});

it.each<[string, SignalKind, object, Partial<Passkey>?]>([
  ["another site's", UNKNOWN, { credentialId: "one" }, { rpId: "bank.example" }],
  ["another site's account", ALL, { userId: "YW5u", allAcceptedCredentialIds: [] }, { rpId: "login.shop.example" }],
  ["another account's", ALL, { userId: "Ym9i", allAcceptedCredentialIds: [] }],
  ["one without an account, for an empty one", ALL, { userId: "", allAcceptedCredentialIds: [] }, { user: "" }],
  ["one without an account, for none", ALL, { allAcceptedCredentialIds: [] }, { user: "" }],
  ["any, for no list", ALL, { userId: "YW5u", allAcceptedCredentialIds: "one" }],
  ["one that a person has removed", UNKNOWN, { credentialId: "one" }, { state: "removed" }],
  [
    "one that a person has removed, though it is accepted",
    ALL,
    { userId: "YW5u", allAcceptedCredentialIds: ["one"] },
    { state: "removed" },
  ],
  ["one that is accepted", ALL, { userId: "YW5u", allAcceptedCredentialIds: ["one"] }],
  ["one that was hidden before", UNKNOWN, { credentialId: "one" }, { state: "hidden", why: "not accepted" }],
  ["a name that is none", DETAILS, { userId: "YW5u", name: 7 }],
  ["another account's name", DETAILS, { userId: "Ym9i", name: "eve", displayName: "Eve" }],
])("leaves alone %s", (_, kind, said, more = {}) => {
  const text = writePasskeys([{ ...ONE, ...more }]);
  expect(withSignal(text, "shop.example", kind, said as Record<string, unknown>, NOW)).toBe(text);
});
