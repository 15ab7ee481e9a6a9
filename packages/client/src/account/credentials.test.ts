import { fromHex, generateId, generateIdentity, generateKey, parseRecoveryKey, randomBytes } from "@coffer/crypto";
import { describe, expect, it } from "vitest";
import { generateRecovery, unwrapIdentity, unwrapRecoveryCopy, unwrapVaultKey, wrapIdentity, wrapVaultKey } from "./credentials.ts";

const DECRYPT = { name: "DecryptError" };
const vaultKey = generateKey();
const accountId = generateId();

describe("the vault key under the password", () => {
  const key = generateKey();
  const binding = { accountId, effSalt: randomBytes(32), credEpoch: 3 };

  it("opens with the values it was made with, and with no others", async () => {
    const wrapped = await wrapVaultKey(key, vaultKey, binding);
    expect(await unwrapVaultKey(key, wrapped, binding)).toEqual(vaultKey);
    await expect(unwrapVaultKey(generateKey(), wrapped, binding)).rejects.toMatchObject(DECRYPT);
    const others = [{ accountId: generateId() }, { effSalt: randomBytes(32) }, { credEpoch: 2 }, { credEpoch: 4 }];
    for (const other of others) await expect(unwrapVaultKey(key, wrapped, { ...binding, ...other })).rejects.toMatchObject(DECRYPT);
  });

  it("is not accepted as the recovery copy, whatever the key", async () => {
    const recovery = await generateRecovery(randomBytes, vaultKey, { accountId, epoch: 3 });
    await expect(unwrapVaultKey(key, recovery.encryptedKey, binding)).rejects.toMatchObject(DECRYPT);
  });
});

describe("the recovery copy", () => {
  it("opens with the displayed recovery key, only for this account and epoch", async () => {
    const { text, encryptedKey, authHash } = await generateRecovery(randomBytes, vaultKey, { accountId, epoch: 2 });
    const bytes = parseRecoveryKey(text) ?? fromHex("");
    expect(await unwrapRecoveryCopy(bytes, encryptedKey, accountId, 2)).toEqual(vaultKey);
    await expect(unwrapRecoveryCopy(bytes, encryptedKey, generateId(), 2)).rejects.toMatchObject(DECRYPT);
    await expect(unwrapRecoveryCopy(bytes, encryptedKey, accountId, 1)).rejects.toMatchObject(DECRYPT);
    await expect(unwrapRecoveryCopy(randomBytes(20), encryptedKey, accountId, 2)).rejects.toMatchObject(DECRYPT);
    expect(authHash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("the identity", () => {
  it("opens only for its account and key epoch, and has 64 bytes", async () => {
    const { secret } = await generateIdentity();
    const own = { accountId, keyEpoch: 1, symmetricKey: generateKey() };
    const wrapped = await wrapIdentity(own, secret);
    expect(await unwrapIdentity(own, wrapped)).toEqual(secret);
    for (const other of [{ accountId: generateId() }, { keyEpoch: 2 }, { symmetricKey: generateKey() }])
      await expect(unwrapIdentity({ ...own, ...other }, wrapped)).rejects.toMatchObject(DECRYPT);
    await expect(unwrapIdentity(own, await wrapIdentity(own, secret.subarray(1)))).rejects.toMatchObject(DECRYPT);
  });
});
