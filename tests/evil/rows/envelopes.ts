/** Attacks on the envelopes, with all ciphertexts and partly with keys. */
import { expect } from "vitest";
import { openLink } from "../../../packages/client/src/account/profile-link.ts";
import { memoryKeyStore } from "../../../packages/client/src/index.ts";
import { openKeyring, scopeKeys } from "../../../packages/client/src/keyring.ts";
import { readPin, writePin } from "../../../packages/client/src/sync/pins.ts";
import { openRecord, sealRecord } from "../../../packages/client/src/sync/seal-record.ts";
import type { SealedRecord } from "../../../packages/contract/src/record.ts";
import { headerOf } from "../../../packages/crypto/src/header.ts";
import {
  concat,
  context,
  DecryptError,
  deriveFieldKey,
  fromBase64Url,
  generateId,
  generateIdentity,
  generateKey,
  open,
  openSigner,
  randomBytes,
  seal,
  toBase64Url,
  toHex,
  u32,
  unwrap,
  utf8,
  uuidToBytes,
  wrap,
} from "../../../packages/crypto/src/index.ts";
import { encryptAesGcm } from "../../../packages/crypto/src/primitives.ts";
import { opensUnderBoth, partsOf } from "../forge.ts";
import type { Row } from "../row.ts";

const unit = (attack: string, does: string, run: () => Promise<void>, answer = "it does not open"): Row => ({
  attack,
  does,
  answer,
  onlyReads: true,
  run,
});
const closed = (work: Promise<unknown>): Promise<void> => expect(work).rejects.toThrow(DecryptError);

const BINDING = { purpose: "vaultKey", epoch: 1, context: context("vault-key", u32(1)) } as const;
const FIELD = { purpose: "field", epoch: 1, context: context("field", u32(1)) } as const;
const flipped = (bytes: Uint8Array, at: number): Uint8Array => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));

async function opener() {
  const key = generateKey();
  const wrapped = await wrap({ ...BINDING, key, bytes: generateKey() });
  const fieldKey = await deriveFieldKey(key, generateId(randomBytes), 1);
  const sealed = await seal({ ...FIELD, key: fieldKey, text: "of value" });
  return {
    kinds: [
      { text: wrapped, tryOpen: (text: string) => unwrap({ ...BINDING, key, wrapped: text }) },
      { text: sealed, tryOpen: (text: string) => open({ ...FIELD, key: fieldKey, sealed: text }) },
    ],
    key,
    fieldKey,
  };
}

const CHANGES: readonly (readonly [does: string, attack: string, change: (bytes: Uint8Array) => Uint8Array[]])[] = [
  ["flips a bit in each byte of an envelope in turn", "13, 28", (bytes) => [...bytes.keys()].map((at) => flipped(bytes, at))],
  ["cuts an envelope short, byte by byte", "13", (bytes) => [...bytes.keys()].map((at) => bytes.subarray(0, at))],
  ["lengthens an envelope", "13", (bytes) => [concat(bytes, new Uint8Array(1)), concat(bytes, new Uint8Array(16))]],
  [
    "names another version or suite of the format",
    "25, 27, 30",
    (bytes) => [0, 1].flatMap((at) => [0, 2, 255].map((value) => new Uint8Array(bytes).fill(value, at, at + 1))),
  ],
  ["says another purpose or epoch", "7, 24", (bytes) => [2, 6].map((at) => flipped(bytes, at))],
];

const identityOf = () => ({ id: generateId(randomBytes), kind: "category" as const, revision: 2, saveId: toHex(randomBytes(16)) });

/** A record that is served as another one; its parts stay. */
const shownAs = (does: string, change: (record: SealedRecord) => Partial<SealedRecord> & { scope?: string }): Row =>
  unit("7, 10", `shows a whole record, seal and all, ${does}`, async () => {
    const signer = await openSigner((await generateIdentity()).secret);
    const keys = await scopeKeys({ key: generateKey(), scopeId: generateId(randomBytes), epoch: 1, signer });
    const content = { ...identityOf(), fields: { name: "Bank" }, createdAt: 1, updatedAt: 2, device: "d" };
    const places = { scopeId: keys.scopeId, categoryId: null, favourite: false, autoLogin: false, color: null, icon: null };
    const record: SealedRecord = { ...content, ...places, ...(await sealRecord(keys, content)), lastUsedAt: null, trashedAt: null };
    expect(await openRecord(keys, record)).toMatchObject({ state: "intact", fields: { name: "Bank" } });
    const { scope = keys.scopeId, ...changed } = change(record);
    const shown = await openRecord({ ...keys, scopeId: scope }, { ...record, ...changed });
    expect(shown.state).toBe("tampered");
    expect(JSON.stringify(shown)).not.toContain("Bank");
  });

export const ENVELOPES: readonly Row[] = [
  ...CHANGES.map(([does, attack, change]) =>
    unit(attack, does, async () => {
      for (const { text, tryOpen } of (await opener()).kinds) {
        await tryOpen(text);
        const bytes = fromBase64Url(text.slice(2));
        for (const other of change(bytes)) await closed(tryOpen(text.slice(0, 2) + toBase64Url(other)));
      }
    }),
  ),
  unit("13, R26", "spells an envelope another way", async () => {
    for (const { text, tryOpen } of (await opener()).kinds) {
      const last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".split("");
      const alike = last.map((letter) => text.slice(0, -1) + letter).filter((other) => other !== text);
      for (const other of alike) await closed(tryOpen(other));
      for (const other of [`${text}=`, ` ${text}`, text.replaceAll("_", "/")]) if (other !== text) await closed(tryOpen(other));
    }
  }),
  unit("43", "makes a text that opens under two keys, for guessing many passwords at once", async () => {
    const [mine, theirs] = [generateKey(), generateKey()];
    const header = headerOf(BINDING);
    const salt = randomBytes(32);
    const [a, b] = [await partsOf(mine, salt, header, BINDING.context), await partsOf(theirs, salt, header, BINDING.context)];
    const body = opensUnderBoth(a.encryptionKey, b.encryptionKey, concat(header, BINDING.context));
    const wrapped = `1.${toBase64Url(concat(header, salt, a.commitment, body))}`;
    expect(await unwrap({ ...BINDING, key: mine, wrapped })).toHaveLength(32);
    await closed(unwrap({ ...BINDING, key: theirs, wrapped }));
  }),
  unit("7, 24", "gives a wrapped text of one place for another", async () => {
    const key = generateKey();
    const wrapped = await wrap({ ...BINDING, key, bytes: generateKey() });
    await closed(unwrap({ ...BINDING, key, wrapped, context: context("vault-key", u32(2)) }));
    await closed(unwrap({ ...BINDING, key, wrapped, context: context("recovery", u32(1)) }));
    await closed(unwrap({ ...BINDING, key, wrapped, purpose: "recovery" }));
    await closed(unwrap({ ...BINDING, key, wrapped, epoch: 2 }));
  }),
  unit("28, 31", "pads a field in another way", async () => {
    const { fieldKey } = await opener();
    const header = headerOf(FIELD);
    for (const padded of [new Uint8Array(32), utf8("x".repeat(32)), concat(utf8("abc"), new Uint8Array([0x80]), new Uint8Array(60))]) {
      const nonce = randomBytes(12);
      const body = await encryptAesGcm(fieldKey, nonce, padded, concat(header, FIELD.context));
      await closed(open({ ...FIELD, key: fieldKey, sealed: `2.${toBase64Url(concat(header, nonce, body))}` }));
    }
  }),
  shownAs("as another item", () => ({ id: generateId(randomBytes) })),
  shownAs("as an item of another kind", () => ({ kind: "note" })),
  shownAs("as another revision", () => ({ revision: 3 })),
  shownAs("as another save", () => ({ saveId: "00".repeat(16) })),
  shownAs("in another scope", () => ({ scope: generateId(randomBytes) })),
  unit(
    "S14",
    "asks the platform for the key that seals fields",
    async () => {
      await expect(crypto.subtle.exportKey("raw", (await opener()).fieldKey)).rejects.toThrow();
    },
    "no one gets its bytes",
  ),
  unit("R23, S14", "gives a link that holds less than a key and a proof, or more", async () => {
    const [id, linkId] = [generateId(randomBytes), generateId(randomBytes)];
    const account = { accountId: generateId(randomBytes), personalScopeId: id, keyEpoch: 1 };
    const keyring = await openKeyring(account, null, generateKey());
    const bound = context("link", uuidToBytes(account.accountId), uuidToBytes(id), uuidToBytes(linkId), u32(1), u32(1));
    const wrapOf = (length: number, link = bound) =>
      wrap({ key: keyring.symmetricKey, bytes: randomBytes(length), purpose: "link", epoch: 1, context: link });
    const openWith = async (wrapped: string, link = linkId) => openLink(keyring, { accountId: id, keyEpoch: 1 }, { linkId: link, wrapped });
    expect((await openWith(await wrapOf(64))).linkAuth).toHaveLength(64);
    for (const length of [32, 63, 65, 96]) await closed(openWith(await wrapOf(length)));
    await closed(openWith(await wrapOf(64), generateId(randomBytes)));
  }),
  unit(
    "15, S14",
    "makes a second page of the same browser remember an older head",
    async () => {
      const keys = memoryKeyStore();
      const at = (seq: number, generation = 1) => writePin(keys, "s", { seq, generation, hash: `h${generation}.${seq}`, epoch: 1 });
      for (const [seq, generation] of [
        [5, 1],
        [4, 1],
        [5, 0],
        [9, 0],
      ] as const)
        await at(seq, generation);
      expect(await readPin(keys, "s")).toMatchObject({ seq: 5, generation: 1 });
      await at(1, 2);
      await at(9, 1);
      expect(await readPin(keys, "s")).toMatchObject({ seq: 1, generation: 2 });
    },
    "what the device has seen never goes back",
  ),
];
