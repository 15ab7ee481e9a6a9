import { deriveCredentials, generateKey, KDF_ID, toHex } from "@coffer/crypto";
import { expect, it } from "vitest";
import { openKeyring } from "../keyring.ts";
import { wrapVaultKey } from "./credentials.ts";
import { proveOwner } from "./lock.ts";
import type { Sessions } from "./session.ts";

const account = { accountId: "0b5e2f0a-3c1d-4e6f-8a9b-1c2d3e4f5a6b", personalScopeId: "1c6f3a1b-4d2e-4f70-9bac-2d3e4f5a6b7c", keyEpoch: 1 };
const email = "ann@example.com";
const password = "Correct-Horse-9-Staple!";

it("a password that opens a different vault key than the open one does not prove ownership", async () => {
  const salt = new Uint8Array(16).fill(7);
  const { encryptionKey, effSalt } = await deriveCredentials({ password, email, salt, kdfId: KDF_ID });
  const [own, other] = [generateKey(), generateKey()];
  const keyring = await openKeyring(account, encryptionKey, own);
  const lockOf = async (vaultKey: typeof own) => ({
    salt: toHex(salt),
    credEpoch: 1,
    encryptedVaultKey: await wrapVaultKey(encryptionKey, vaultKey, { accountId: account.accountId, effSalt, credEpoch: 1 }),
  });
  const sessionsWith = async (vaultKey: typeof own) =>
    ({ keyring, owner: { ...account, email, lock: await lockOf(vaultKey) } }) as Sessions;
  expect((await proveOwner(await sessionsWith(own), password)).vaultKey).toEqual(own);
  await expect(proveOwner(await sessionsWith(other), password)).rejects.toThrow("Invalid master password");
});
