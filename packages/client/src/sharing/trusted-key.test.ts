/** The table of security design §6, a test for each cell: whose public key may be sealed to. */
import { fingerprint, generateId, generateIdentity, toHex } from "@coffer/crypto";
import { describe, expect, it } from "vitest";
import { NOW, ownAccount } from "../testing/own-account.ts";
import { readTrust, type TrustStore, withPerson } from "./trust-store.ts";
import { judgeKey, pressedKey, withMet } from "./trusted-key.ts";

const printOf = async (publicKey: string): Promise<string> => toHex(await fingerprint(publicKey));
const [bobs, others] = [(await generateIdentity()).public, (await generateIdentity()).public];
const BOB = { accountId: generateId(), email: "bob@example.com", publicKey: bobs };
const NOTHING = await readTrust(await ownAccount());

const storeWith = async (publicKey: string, isVerified: boolean, id = BOB.accountId, email = BOB.email): Promise<TrustStore> =>
  withPerson(NOTHING, id, { email, fingerprint: await printOf(publicKey), isVerified, since: NOW });

/** What this device knows. */
const KNOWN = {
  "verified, equal": await storeWith(bobs, true),
  "pinned unverified, equal": await storeWith(bobs, false),
  "pinned, different": await storeWith(others, false),
  "verified, different": await storeWith(others, true),
  "an address of another account": await storeWith(others, true, generateId()),
  "never seen": NOTHING,
} as const;

const CELLS = [
  ["verified, equal", "pressed", "go"],
  ["verified, equal", "kept", "go"],
  ["verified, equal", "given", "go"],
  ["pinned unverified, equal", "pressed", "go"],
  ["pinned unverified, equal", "kept", "go"],
  ["pinned unverified, equal", "given", "never"],
  ["pinned, different", "pressed", "blocked"],
  ["pinned, different", "kept", "blocked"],
  ["pinned, different", "given", "blocked"],
  ["verified, different", "pressed", "blocked"],
  ["verified, different", "kept", "blocked"],
  ["verified, different", "given", "blocked"],
  ["an address of another account", "pressed", "blocked"],
  ["an address of another account", "kept", "blocked"],
  ["an address of another account", "given", "blocked"],
  ["never seen", "pressed", "go, and pinned"],
  ["never seen", "kept", "never"],
  ["never seen", "given", "never"],
] as const;

async function answerFor(...judged: Parameters<typeof judgeKey>): Promise<string> {
  const key = await judgeKey(...judged);
  if (typeof key === "string") return key;
  expect(key).toMatchObject({ accountId: BOB.accountId, publicKey: bobs, fingerprint: await printOf(bobs) });
  return key.isToPin ? "go, and pinned" : "go";
}

it.each(CELLS)("%s, %s: %s", async (known, occasion, answer) => {
  expect(await answerFor(KNOWN[known], BOB, occasion)).toBe(answer);
});

describe("a signed statement that names the key", () => {
  const signed = async (publicKey: string, isProven: boolean) => ({ fingerprint: await printOf(publicKey), isProven });

  it.each([
    ["never seen", "kept", false, "go"],
    ["never seen", "given", false, "never"],
    ["never seen", "given", true, "go"],
    ["pinned unverified, equal", "given", true, "go"],
    ["pinned, different", "kept", false, "blocked"],
    ["pinned, different", "given", true, "blocked"],
    ["verified, different", "given", true, "blocked"],
  ] as const)("%s, %s, proven by the person: %s: %s", async (known, occasion, isProven, answer) => {
    expect(await answerFor(KNOWN[known], BOB, occasion, await signed(bobs, isProven))).toBe(answer);
  });

  it.each(["verified, equal", "pinned unverified, equal", "never seen"] as const)("of another key blocks: %s", async (known) => {
    for (const occasion of ["pressed", "kept", "given"] as const)
      expect(await answerFor(KNOWN[known], BOB, occasion, await signed(others, true))).toBe("blocked");
  });
});

it("an account that is known under another address is not the person who was named", async () => {
  const shown = { ...BOB, email: "boss@example.com" };
  expect(await judgeKey(KNOWN["verified, equal"], shown, "pressed")).toBe("blocked");
  // Unattended no one was named: people change their address.
  expect(await judgeKey(KNOWN["verified, equal"], shown, "kept")).toMatchObject({ accountId: BOB.accountId });
});

it("a press that is blocked says to whom nothing was given, and what to do", async () => {
  await expect(pressedKey(KNOWN["verified, different"], BOB)).rejects.toMatchObject({
    name: "ClientError",
    message: expect.stringMatching(/bob@example\.com.*Compare your safety numbers/),
  });
});

it("a key met by a press is remembered once, as unverified", async () => {
  const key = await pressedKey(NOTHING, BOB);
  const store = withMet(NOTHING, key, NOW);
  expect(store?.people[BOB.accountId]).toEqual({ email: BOB.email, fingerprint: key.fingerprint, isVerified: false, since: NOW });
  expect(withMet(KNOWN["verified, equal"], key, NOW)).toBeNull();
  expect(withMet(NOTHING, await pressedKey(KNOWN["verified, equal"], BOB), NOW)).toBeNull();
});

it("what was judged cannot be changed afterwards", async () => {
  const key = await pressedKey(NOTHING, BOB);
  expect(() => Object.assign(key, { publicKey: others })).toThrow(TypeError);
});
