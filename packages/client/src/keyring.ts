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
  uuidToBytes,
} from "@coffer/crypto";

/** The keys of a session, as the specification names them (1 §1); what lies under these names on the device, slots.ts says. */
export const KEY_NAMES = ["encryptionKey", "symmetricKey", "vaultKey"] as const;

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
  /** Makes the blind tokens of hosts (decision Z-05). */
  readonly searchKey: SecretKey;
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

export async function personalScopeKeys({ vaultKey, personalScopeId, keyEpoch }: Keyring): Promise<ScopeKeys> {
  return scopeKeys(vaultKey, personalScopeId, keyEpoch);
}

/** @param key - of the scope; for the personal one it is the vault key. @param epoch - how often it was replaced, from 1. */
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
  for (const name of KEY_NAMES) keyring[name]?.fill(0);
}
