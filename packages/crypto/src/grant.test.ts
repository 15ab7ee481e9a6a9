import { describe, expect, it } from "vitest";
import { fromBase64Url, fromHex, toBase64Url, toHex } from "./encoding.ts";
import { type GrantTerms, grantMessage, openGrant, safetyNumber, verifyGrant } from "./grant.ts";
import { endOfGrant } from "./grant-begin.ts";
import { generateIdentity, openSigner } from "./identity.ts";
import { generateKey, secretKey } from "./keys.ts";
import { generateId } from "./random.ts";
import { sealGrant } from "./seal-grant.ts";
import { countingFrom } from "./testing/pinned.ts";
import { refusal } from "./testing/refusal.ts";
import pinned from "./vectors/grant.json" with { type: "json" };

const [ann, bob, eve] = [await generateIdentity(), await generateIdentity(), await generateIdentity()];
const [annId, bobId, eveId] = [generateId(), generateId(), generateId()];
const key = generateKey();
const terms: GrantTerms = {
  grantId: generateId(),
  scopeId: generateId(),
  scopeKind: "item",
  epoch: 3,
  sender: { accountId: annId, publicKey: ann.public },
  recipient: { accountId: bobId, publicKey: bob.public },
  permission: "read",
  createdAt: 1_795_000_000_000,
};
const text = await sealGrant(terms, key, await openSigner(ann.secret));
const REFUSED = { name: "DecryptError", message: "Decryption failed", keys: ["name"] };

/** Each of the terms, replaced by another value. */
const OTHER: readonly Partial<GrantTerms>[] = [
  { grantId: generateId() },
  { scopeId: generateId() },
  { scopeKind: "vault" },
  { epoch: 4 },
  { sender: { accountId: eveId, publicKey: ann.public } },
  { sender: { accountId: annId, publicKey: eve.public } },
  { recipient: { accountId: eveId, publicKey: bob.public } },
  { recipient: { accountId: bobId, publicKey: eve.public } },
  { permission: "write" },
  { createdAt: terms.createdAt + 1 },
  { sender: terms.recipient, recipient: terms.sender },
];

describe("a grant", () => {
  it("is opened by its recipient", async () => {
    expect(text).toMatch(/^3\.[A-Za-z0-9_-]{1646}$/);
    expect(await verifyGrant(terms, text)).toBe(true);
    expect(await openGrant(terms, text, bob.secret)).toEqual(key);
  });

  it("says how far its giver knows the log of a team, and does not open with another point", async () => {
    const log = { size: 12, root: "b7".repeat(32) };
    const said = await sealGrant({ ...terms, log }, key, await openSigner(ann.secret));
    expect(said).toMatch(/^3\.[A-Za-z0-9_-]{1699}$/);
    expect(await openGrant(terms, said, bob.secret)).toEqual(key);
    expect((await grantMessage(terms, said)).log).toEqual(log);
    expect((await grantMessage(terms, text)).log).toBeNull();
    for (const at of [0, 9, 10, 41]) {
      const bytes = fromBase64Url(said.slice(2));
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(await verifyGrant(terms, `3.${toBase64Url(bytes)}`)).toBe(false);
    }
  });

  it.each([null, 1_800_000_000_000])("says when it ends, and does not open with another end: %s", async (expiresAt) => {
    const signer = await openSigner(ann.secret);
    for (const log of [null, { size: 12, root: "b7".repeat(32) }]) {
      const said = await sealGrant({ ...terms, log, expiresAt }, key, signer);
      expect(said).toMatch(/^3\.[A-Za-z0-9_-]{1710}$/);
      expect(await openGrant(terms, said, bob.secret)).toEqual(key);
      expect(await grantMessage(terms, said)).toMatchObject({ log, expiresAt });
      expect([endOfGrant(said), endOfGrant(text), endOfGrant("3.AAAA"), endOfGrant("")]).toEqual([
        expiresAt,
        undefined,
        undefined,
        undefined,
      ]);
      for (const at of [0, 9, 41, 42, 44, 49]) {
        const bytes = fromBase64Url(said.slice(2));
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        expect(await verifyGrant(terms, `3.${toBase64Url(bytes)}`), `byte ${at}`).toBe(false);
      }
    }
  });

  it("with an end is not one of before without its end", async () => {
    const said = fromBase64Url((await sealGrant({ ...terms, expiresAt: 1_800_000_000_000 }, key, await openSigner(ann.secret))).slice(2));
    const bare = Uint8Array.from([1, 1, ...said.subarray(50)]);
    expect(await verifyGrant(terms, `3.${toBase64Url(bare)}`)).toBe(false);
  });

  it.each(OTHER)("is refused when one of its terms differs: %j", async (other) => {
    expect(await verifyGrant({ ...terms, ...other }, text)).toBe(false);
    expect(await refusal(openGrant({ ...terms, ...other }, text, bob.secret))).toEqual(REFUSED);
  });

  it("binds the sealed key to every term too, so that a sender cannot sign another grant's ciphertext", async () => {
    const signer = await openSigner(ann.secret);
    const elsewhere = fromBase64Url((await sealGrant({ ...terms, permission: "write" }, key, signer)).slice(2));
    const mixed = fromBase64Url(text.slice(2));
    // Terms and signature of one grant with the ciphertext of the other do not match.
    mixed.set(elsewhere.subarray(2, 2 + 1120 + 48), 2);
    expect(await refusal(openGrant(terms, `3.${toBase64Url(mixed)}`, bob.secret))).toEqual(REFUSED);
  });

  it("is refused to a stranger, and with a changed bit, format or signer", async () => {
    expect(await refusal(openGrant(terms, text, eve.secret))).toEqual(REFUSED);
    const bytes = fromBase64Url(text.slice(2));
    for (const at of [0, 1, 2, 1121, 1122, 1169, 1170, 1233]) {
      const changed = bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));
      expect(await refusal(openGrant(terms, `3.${toBase64Url(changed)}`, bob.secret))).toEqual(REFUSED);
    }
    for (const other of ["", "3.", `1.${text.slice(2)}`, `${text}=`, text.slice(0, -4), `${text}AAAA`])
      expect(await refusal(openGrant(terms, other, bob.secret))).toEqual(REFUSED);
    const forged = await sealGrant(terms, key, await openSigner(eve.secret));
    expect(await refusal(openGrant(terms, forged, bob.secret))).toEqual(REFUSED);
  });

  it("cannot be for the sender, nor contain a wiped key", async () => {
    const self = { ...terms, recipient: terms.sender };
    await expect(sealGrant(self, key, await openSigner(ann.secret))).rejects.toThrow(RangeError);
    expect(await verifyGrant(self, text)).toBe(false);
    await expect(sealGrant(terms, secretKey(new Uint8Array(32)), await openSigner(ann.secret))).rejects.toThrow(RangeError);
  });

  it("opens a grant sealed when the format was frozen", async () => {
    const [sender, recipient] = [await generateIdentity(countingFrom(1)), await generateIdentity(countingFrom(101))];
    const frozen: GrantTerms = {
      grantId: "0b5e2f0a-3c1d-4e6f-8a9b-1c2d3e4f5a6b",
      scopeId: "1c6f3a1b-4d2e-4f70-9bac-2d3e4f5a6b7c",
      scopeKind: "vault",
      epoch: 7,
      sender: { accountId: "2d704b2c-5e3f-4081-8cbd-3e4f5a6b7c8d", publicKey: sender.public },
      recipient: { accountId: "3e815c3d-6f40-4192-9dce-4f5a6b7c8d9e", publicKey: recipient.public },
      permission: "write",
      createdAt: 1_795_316_000_000,
    };
    expect(toHex(await openGrant(frozen, pinned.text, recipient.secret))).toBe(pinned.key);
    expect(await safetyNumber(frozen.sender, frozen.recipient)).toBe(pinned.safetyNumber);
    expect(fromHex(pinned.key)).toHaveLength(32);
  });
});

describe("a safety number", () => {
  it("is 60 digits in groups of five, the same on both sides", async () => {
    const number = await safetyNumber(terms.sender, terms.recipient);
    expect(number).toMatch(/^(\d{5} ){11}\d{5}$/);
    expect(await safetyNumber(terms.recipient, terms.sender)).toBe(number);
  });

  it("differs for another person or another key", async () => {
    const number = await safetyNumber(terms.sender, terms.recipient);
    for (const other of [
      { accountId: bobId, publicKey: eve.public },
      { accountId: eveId, publicKey: bob.public },
    ])
      expect(await safetyNumber(terms.sender, other)).not.toBe(number);
  });
});
