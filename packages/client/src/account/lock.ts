/**
 * Lock and unlock: the keys leave this device's memory and stores while the session stays; the master password brings them back without a
 * network.
 */
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
import type { KeyStore, LockSettings } from "../types.ts";
import type { AccountContext } from "./context.ts";
import { unwrapVaultKey } from "./credentials.ts";
import type { Sessions } from "./session.ts";

/** What a typed master password yields on this device; `vaultKey` is null if it is wrong. */
export interface OpenedLock extends Credentials {
  readonly vaultKey: SecretKey | null;
}

/** Derives with the stored salt and tries the stored wrapped vault key. Needs no network. */
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

/** Proves the owner of an unlocked session before a change to the account. @throws ClientError 'Invalid master password' */
export async function proveOwner(sessions: Sessions, password: string): Promise<Credentials & { readonly vaultKey: SecretKey }> {
  const { vaultKey } = sessions.keyring;
  const opened = await openLock(sessions.owner, password);
  if (!opened.vaultKey || !equalBytes(opened.vaultKey, vaultKey)) throw new ClientError(WRONG_PASSWORD);
  return { ...opened, vaultKey: opened.vaultKey };
}

/** Does nothing when no one is signed in or it is locked already. */
export const lock = ({ sessions }: AccountContext): Promise<void> => sessions.lock();

/** Needs no network. @throws ClientError 'Invalid master password' */
export async function unlock({ sessions }: AccountContext, { password }: { readonly password: string }): Promise<void> {
  const { owner } = sessions;
  sessions.expectKeys();
  const { vaultKey, encryptionKey } = await openLock(owner, password);
  if (!vaultKey) throw new ClientError(WRONG_PASSWORD);
  await sessions.unlock(await openKeyring(owner, encryptionKey, vaultKey));
}

/** Tells the server that this device is in use, and for how long it can stay idle. Does nothing while locked, and never fails. */
export const keepAlive = ({ sessions }: AccountContext): Promise<void> => sessions.keepAlive();

/** Settings of the signed-in account, locked or not; the defaults when no one is signed in, or another version stored something unreadable. */
export const readLockSettings = async ({ keys, sessions }: AccountContext): Promise<LockSettings> =>
  sessions.session ? readSettingsOf(keys, sessions.session.user.id) : DEFAULT_SETTINGS;

async function readSettingsOf(keys: KeyStore, accountId: string): Promise<LockSettings> {
  const stored = await keys.get(await settingsSlot(accountId));
  return stored ? readSettings(JSON.parse(new TextDecoder().decode(stored)) as Record<string, unknown>) : DEFAULT_SETTINGS;
}

/** The server cannot notice a closed browser, and a sleeping page is not closed. */
const ON_CLOSE_MINUTES = 60;

/** How long the server keeps its half of this device's keys without a keep-alive; null until the session ends. */
export async function restMinutesOf(keys: KeyStore, accountId: string): Promise<number | null> {
  const { after } = await readSettingsOf(keys, accountId);
  if (after === "never") return null;
  if (after === "immediately") return 1;
  return after === "on-close" ? ON_CLOSE_MINUTES : after;
}

/** @throws ClientError when no one is signed in. */
export async function writeLockSettings({ keys, sessions }: AccountContext, settings: LockSettings): Promise<void> {
  await keys.set(await settingsSlot(sessions.owner.accountId), new TextEncoder().encode(JSON.stringify(settings)));
  await sessions.keepAlive();
}

/** Readable while locked, so it is not sealed; it only says when this device locks. */
async function settingsSlot(accountId: string): Promise<string> {
  return `${DEVICE_PREFIX}settings:${toHex(await sha256(utf8(accountId))).slice(0, 32)}`;
}
