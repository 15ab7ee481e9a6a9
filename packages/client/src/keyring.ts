/**
 * Which key opens what.
 *
 * Note: Keys of a session. The encryption key (derived from the master password) unwraps the vault key; the vault key is the key of the personal scope, and
 * the symmetric key derived from it wraps what belongs to the account. Shared scopes bring their own keys, wrapped for this account.
 */
import { deriveFieldKey, deriveHeadKey, deriveSymmetricKey, type FieldKey, type SecretKey, type Signer, secretKey } from "@coffer/crypto";
import type { KeyStore } from "./types.ts";

/** Slots of the key store, named by the specification (1 §1). */
const SLOTS = ["encryptionKey", "symmetricKey", "vaultKey"] as const;
const NO_KEY = new Uint8Array(32);

export interface Keyring {
  readonly accountId: string;
  readonly personalScopeId: string;
  readonly keyEpoch: number;
  /** Null after a switch from a linked profile, which brings the vault key without the master password. */
  readonly encryptionKey: SecretKey | null;
  readonly symmetricKey: SecretKey;
  readonly vaultKey: SecretKey;
}

/** Everything needed to open and write one scope. */
export interface ScopeKeys {
  readonly scopeId: string;
  readonly epoch: number;
  readonly fieldKey: FieldKey;
  readonly headKey: SecretKey;
  /** Of the person who writes here, and whose signatures heads must have. */
  readonly signer: Signer;
}

export type Account = Pick<Keyring, "accountId" | "personalScopeId" | "keyEpoch">;

/** @param encryptionKey - null where it is not known. Its symmetric key is derived here; nothing is kept yet. */
export async function openKeyring(
  { accountId, personalScopeId, keyEpoch }: Account,
  encryptionKey: SecretKey | null,
  vaultKey: SecretKey,
): Promise<Keyring> {
  const account = { accountId, personalScopeId, keyEpoch };
  const symmetricKey = await deriveSymmetricKey(vaultKey, account.accountId, account.keyEpoch);
  return { ...account, encryptionKey, symmetricKey, vaultKey };
}

/** Into the slots of the specification, as raw bytes; the store of the platform wraps them. */
export async function saveKeyring(keyring: Keyring, store: KeyStore): Promise<void> {
  for (const slot of SLOTS) {
    const key = keyring[slot];
    if (key) await store.set(slot, key);
  }
}

/** @returns null when the vault key or what is derived from it is not there: the session is locked. */
export async function restoreKeyring(account: Account, store: KeyStore): Promise<Keyring | null> {
  const [encryptionKey, symmetricKey, vaultKey] = await Promise.all(SLOTS.map((slot) => store.get(slot)));
  if (!symmetricKey || !vaultKey) return null;
  return {
    ...account,
    encryptionKey: encryptionKey ? secretKey(encryptionKey) : null,
    symmetricKey: secretKey(symmetricKey),
    vaultKey: secretKey(vaultKey),
  };
}

/** Empties the slots: overwritten first, for a store that only marks what it removes. */
export async function forgetKeyring(store: KeyStore): Promise<void> {
  for (const slot of SLOTS) {
    if (await store.get(slot)) await store.set(slot, NO_KEY);
    await store.remove(slot);
  }
}

export async function personalScopeKeys({ vaultKey, personalScopeId, keyEpoch }: Keyring, signer: Signer): Promise<ScopeKeys> {
  return scopeKeys({ key: vaultKey, scopeId: personalScopeId, epoch: keyEpoch, signer });
}

interface ScopeSecret {
  /** Of the scope; for the personal one it is the vault key. */
  readonly key: SecretKey;
  readonly scopeId: string;
  /** How often the key was replaced, from 1. */
  readonly epoch: number;
  readonly signer: Signer;
}

export async function scopeKeys({ key, scopeId, epoch, signer }: ScopeSecret): Promise<ScopeKeys> {
  const [fieldKey, headKey] = await Promise.all([deriveFieldKey(key, scopeId, epoch), deriveHeadKey(key, scopeId, epoch)]);
  return { scopeId, epoch, fieldKey, headKey, signer };
}

/** Overwrites the keys. What the browser copied elsewhere is out of reach; what we hold is not kept. */
export function wipeKeyring(keyring: Keyring): void {
  for (const slot of SLOTS) keyring[slot]?.fill(0);
}
