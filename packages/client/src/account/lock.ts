/** Lock and unlock: the keys leave this device's memory and stores while the session stays; the master password brings them back without a network. */
import { DEFAULT_SETTINGS, readSettings } from "@coffer/core/device/settings";
import {
  type Credentials,
  DecryptError,
  deriveCredentials,
  equalBytes,
  fromHex,
  KDF_ID,
  type SecretKey,
  sha256,
  toHex,
  utf8,
} from "@coffer/crypto";
import { DEVICE_PREFIX } from "../device/store.ts";
import { ClientError } from "../errors.ts";
import { openKeyring } from "../keyring.ts";
import type { LockSettings } from "../types.ts";
import type { AccountContext } from "./context.ts";
import { unwrapVaultKey } from "./credentials.ts";
import type { Sessions } from "./session.ts";

/** What a typed master password yields on this device; `vaultKey` is null when it is the wrong one. */
export interface OpenedLock extends Credentials {
  readonly vaultKey: SecretKey | null;
}

/** Derives with the salt this device keeps and tries the wrapped vault key it keeps. Needs no network. */
export async function openLock({ accountId, email, lock }: Sessions["owner"], password: string): Promise<OpenedLock> {
  const derived = await deriveCredentials({ password, email, salt: fromHex(lock.salt), kdfId: KDF_ID });
  const binding = { accountId, effSalt: derived.effSalt, credEpoch: lock.credEpoch };
  try {
    return { ...derived, vaultKey: await unwrapVaultKey(derived.encryptionKey, lock.encryptedVaultKey, binding) };
  } catch (error) {
    if (error instanceof DecryptError) return { ...derived, vaultKey: null };
    throw error;
  }
}

export const WRONG_PASSWORD = "Invalid master password";

/** What the owner of an unlocked session proves before changing the account. @throws ClientError 'Invalid master password' */
export async function proveOwner(sessions: Sessions, password: string): Promise<Credentials & { readonly vaultKey: SecretKey }> {
  const { vaultKey } = sessions.keyring;
  const opened = await openLock(sessions.owner, password);
  if (!opened.vaultKey || !equalBytes(opened.vaultKey, vaultKey)) throw new ClientError(WRONG_PASSWORD);
  return { ...opened, vaultKey: opened.vaultKey };
}

/** Does nothing when nobody is signed in or it is locked already. */
export const lock = ({ sessions }: AccountContext): Promise<void> => sessions.lock();

/** Needs no network. @throws ClientError 'Invalid master password' */
export async function unlock({ sessions }: AccountContext, { password }: { readonly password: string }): Promise<void> {
  const { owner } = sessions;
  const { vaultKey, encryptionKey } = await openLock(owner, password);
  if (!vaultKey) throw new ClientError(WRONG_PASSWORD);
  await sessions.unlock(await openKeyring(owner, encryptionKey, vaultKey));
}

/** Those of whoever is signed in on this device, locked or not; the default ones when nobody is, and for what another version kept. */
export async function readLockSettings({ keys, sessions }: AccountContext): Promise<LockSettings> {
  const stored = sessions.session && (await keys.get(await settingsSlot(sessions.session.user.id)));
  return stored ? readSettings(JSON.parse(new TextDecoder().decode(stored)) as Record<string, unknown>) : DEFAULT_SETTINGS;
}

/** @throws ClientError when nobody is signed in. */
export async function writeLockSettings({ keys, sessions }: AccountContext, settings: LockSettings): Promise<void> {
  await keys.set(await settingsSlot(sessions.owner.accountId), new TextEncoder().encode(JSON.stringify(settings)));
}

/** Readable while locked, so it is not sealed; it says nothing but how long this device waits. */
async function settingsSlot(accountId: string): Promise<string> {
  return `${DEVICE_PREFIX}settings:${toHex(await sha256(utf8(accountId))).slice(0, 32)}`;
}
