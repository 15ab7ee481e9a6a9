/**
 * Which key opens what.
 *
 * Note: Keys of a session. The encryption key (derived from the master password) unwraps the vault key; the vault key is the key of the personal scope, and
 * the symmetric key derived from it wraps what belongs to the account. Shared scopes bring their own keys, wrapped for this account.
 */
import {
  context,
  deriveFieldKey,
  deriveHeadKey,
  deriveKey,
  deriveSymmetricKey,
  type FieldKey,
  type SecretKey,
  secretKey,
  uuidToBytes,
} from "@coffer/crypto";
import { ClientError } from "./errors.ts";
import type { KeyStore } from "./types.ts";

/** Slots of the key store, named by the specification (1 §1). */
const SLOTS = ["encryptionKey", "symmetricKey", "vaultKey"] as const;

export interface Keyring {
  readonly accountId: string;
  readonly personalScopeId: string;
  readonly keyEpoch: number;
  readonly encryptionKey: SecretKey;
  readonly symmetricKey: SecretKey;
  readonly vaultKey: SecretKey;
}

/** Everything needed to open and write one scope. */
export interface ScopeKeys {
  readonly scopeId: string;
  readonly epoch: number;
  readonly fieldKey: FieldKey;
  readonly headKey: SecretKey;
  /** Makes the blind tokens of hosts (decision Z-05). */
  readonly searchKey: SecretKey;
}

type Account = Pick<Keyring, "accountId" | "personalScopeId" | "keyEpoch">;

export async function openKeyring(account: Account, encryptionKey: SecretKey, vaultKey: SecretKey): Promise<Keyring> {
  const symmetricKey = await deriveSymmetricKey(vaultKey, account.accountId, account.keyEpoch);
  return { ...account, encryptionKey, symmetricKey, vaultKey };
}

export async function saveKeyring(keyring: Keyring, store: KeyStore): Promise<void> {
  for (const slot of SLOTS) await store.set(slot, keyring[slot]);
}

/** @throws ClientError when a slot is empty: the session is there but its keys are not. */
export async function restoreKeyring(account: Account, store: KeyStore): Promise<Keyring> {
  const [encryptionKey, symmetricKey, vaultKey] = await Promise.all(SLOTS.map((slot) => store.get(slot)));
  if (!encryptionKey || !symmetricKey || !vaultKey) throw new ClientError("Vault key not found. Please login again.");
  return { ...account, encryptionKey: secretKey(encryptionKey), symmetricKey: secretKey(symmetricKey), vaultKey: secretKey(vaultKey) };
}

export async function personalScopeKeys({ vaultKey, personalScopeId, keyEpoch }: Keyring): Promise<ScopeKeys> {
  return scopeKeys(vaultKey, personalScopeId, keyEpoch);
}

export async function scopeKeys(key: SecretKey, scopeId: string, epoch: number): Promise<ScopeKeys> {
  const [fieldKey, headKey, searchKey] = await Promise.all([
    deriveFieldKey(key, scopeId, epoch),
    deriveHeadKey(key, scopeId, epoch),
    deriveKey(key, context("search", uuidToBytes(scopeId))),
  ]);
  return { scopeId, epoch, fieldKey, headKey, searchKey };
}

/** Overwrites the keys. What the browser copied elsewhere is out of reach; what we hold is not kept. */
export function wipeKeyring(keyring: Keyring): void {
  for (const slot of SLOTS) keyring[slot].fill(0);
}
