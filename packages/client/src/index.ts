/** The product without pixels: opens a client that keeps every key on its side and speaks to the server in sealed records. */
import { generateId, type Random, randomBytes } from "@coffer/crypto";
import { type SignInRoom, signInRoom } from "./account/account.ts";
import { type DiscardedRoom, discardedRoom } from "./account/discarded.ts";
import { type LockRoom, lockRoom } from "./account/lock.ts";
import { type ProfilesRoom, profilesRoom } from "./account/profiles.ts";
import { type RecoveryRoom, recoveryRoom } from "./account/recovery.ts";
import { Sessions } from "./account/session.ts";
import { type SettingsRoom, settingsRoom } from "./account/settings.ts";
import { type TwoFactorRoom, twoFactorRoom } from "./account/two-factor.ts";
import { createCall } from "./call.ts";
import { type DraftsRoom, draftsRoom } from "./device/drafts.ts";
import { type GeneratedRoom, generatedRoom } from "./device/generated.ts";
import { personalScopeKeys } from "./keyring.ts";
import { HEAD_FLAGS } from "./sync/head.ts";
import { ownDeviceId } from "./sync/pins.ts";
import { Scope } from "./sync/scope.ts";
import { type TransferRoom, transferRoom } from "./transfer/transfer.ts";
import type { ClientOptions, Session, SessionListener } from "./types.ts";
import { type VaultRoom, vaultRoom } from "./vault/vault.ts";

export { DecryptError } from "@coffer/crypto";
export type { Invitation, Registration } from "./account/account.ts";
export type { DiscardedVault } from "./account/discarded.ts";
export type { AccountForm } from "./account/new-account.ts";
export type { ResetForm } from "./account/recovery.ts";
export type { GeneratedValue } from "./device/generated.ts";
export { DEVICE_PREFIX, memoryKeyStore, memoryRecordStore } from "./device/store.ts";
export { ClientError, INTEGRITY, IntegrityError } from "./errors.ts";
export { isSealedBackup, openBackup, sealBackup } from "./transfer/backup.ts";
export type { ImportReceipt, ImportRun } from "./transfer/transfer.ts";
export type * from "./types.ts";
export type { NewVault } from "./vault/put.ts";

export type AccountRoom = SignInRoom & TwoFactorRoom & RecoveryRoom & DiscardedRoom & ProfilesRoom & SettingsRoom & LockRoom;

export interface Client {
  readonly session: Session | null;
  /** Whether there is a session without its keys: only the master password, or signing out, leads on. */
  readonly isLocked: boolean;
  onSession(listener: SessionListener): () => void;
  readonly account: AccountRoom;
  readonly vault: VaultRoom;
  readonly transfer: TransferRoom;
  readonly drafts: DraftsRoom;
  /** The last values of the generator, on this device. */
  readonly generated: GeneratedRoom;
  /** A fresh random id, and random bytes for the generator. */
  readonly newId: () => string;
  readonly random: Random;
}

export function openClient(options: ClientOptions): Client {
  const { origin, keys, records, device, now = Date.now, random = randomBytes, fetch = globalThis.fetch.bind(globalThis) } = options;
  const sessions = new Sessions(keys, now);
  const endIfCurrent = async (token: string): Promise<void> => {
    if (token === sessions.token) await sessions.end("expired"); // a late answer to another session's call ends nothing
  };
  const call = createCall({ origin, fetch, token: () => sessions.token, onUnauthorized: endIfCurrent });
  let personal: Promise<Scope> | null = null;

  const scope = (): Promise<Scope> => {
    personal ??= openPersonal();
    return personal;
  };
  async function openPersonal(): Promise<Scope> {
    const scopeKeys = await personalScopeKeys(sessions.keyring);
    const flags = (): number => (sessions.session?.user.two_factor_enabled ? HEAD_FLAGS.twoFactorExpected : 0);
    return new Scope(scopeKeys, { call, keys, records, deviceId: await ownDeviceId(keys, random), now, flags });
  }

  const vaultDeps = { call, scope, random, now, device, records, keyring: () => sessions.keyring };
  const vault = vaultRoom(vaultDeps);
  sessions.onChange((_, reason) => {
    if (reason === "updated") return;
    personal?.then((open) => open.close()).catch(() => undefined); // one that did not open holds nothing
    personal = null;
    vault.forget();
  });
  const accountDeps = { origin, call, keys, records, sessions, random, now, device, steps: { signIn: null } };
  const account: AccountRoom = {
    ...signInRoom(accountDeps),
    ...twoFactorRoom({ ...accountDeps, scope }),
    ...recoveryRoom(accountDeps),
    ...discardedRoom({ ...vaultDeps, refresh: vault.refresh }),
    ...profilesRoom(accountDeps),
    ...settingsRoom(accountDeps),
    ...lockRoom(accountDeps),
  };
  return {
    get session() {
      return sessions.session;
    },
    get isLocked() {
      return sessions.isLocked;
    },
    onSession: (listener) => sessions.onChange(listener),
    account,
    vault,
    transfer: transferRoom({ ...vaultDeps, refresh: vault.refresh }),
    drafts: draftsRoom({ keys, sessions }),
    generated: generatedRoom({ keys, sessions }),
    newId: () => generateId(random),
    random,
  };
}
