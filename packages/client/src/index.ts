/** The product without pixels: opens a client that keeps every key on its side and speaks to the server in sealed records. */
import { generateId, type Random, randomBytes } from "@coffer/crypto";
import { type AccountRoom, accountRoom } from "./account.ts";
import { createCall } from "./call.ts";
import { type DraftsRoom, draftsRoom } from "./drafts.ts";
import { type GeneratedRoom, generatedRoom } from "./generated.ts";
import { personalScopeKeys } from "./keyring.ts";
import { ownDeviceId } from "./pins.ts";
import { Scope } from "./scope.ts";
import { Sessions } from "./session.ts";
import { type TransferRoom, transferRoom } from "./transfer.ts";
import type { ClientOptions, Session, SessionListener } from "./types.ts";
import { type VaultRoom, vaultRoom } from "./vault.ts";

export { DecryptError } from "@coffer/crypto";
export type { Invitation, Registration } from "./account.ts";
export { isSealedBackup, openBackup, sealBackup } from "./backup.ts";
export { ClientError, INTEGRITY, IntegrityError } from "./errors.ts";
export type { GeneratedValue } from "./generated.ts";
export type { NewVault } from "./put.ts";
export { DEVICE_PREFIX, memoryKeyStore, memoryRecordStore } from "./store.ts";
export type { ImportReceipt, ImportRun } from "./transfer.ts";
export type * from "./types.ts";

export interface Client {
  readonly session: Session | null;
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
  const call = createCall({ origin, fetch, token: () => sessions.token, onUnauthorized: () => sessions.end("expired") });
  let personal: Promise<Scope> | null = null;

  const scope = (): Promise<Scope> => {
    personal ??= openPersonal();
    return personal;
  };
  async function openPersonal(): Promise<Scope> {
    const scopeKeys = await personalScopeKeys(sessions.keyring);
    return new Scope(scopeKeys, { call, keys, records, deviceId: await ownDeviceId(keys, random), now });
  }

  const vaultDeps = { call, scope, random, now, device };
  const vault = vaultRoom(vaultDeps);
  sessions.onChange(() => {
    personal = null;
    vault.forget();
  });
  return {
    get session() {
      return sessions.session;
    },
    onSession: (listener) => sessions.onChange(listener),
    account: accountRoom({ origin, call, keys, records, sessions, random, now }),
    vault,
    transfer: transferRoom({ ...vaultDeps, keyring: () => sessions.keyring, refresh: vault.refresh }),
    drafts: draftsRoom({ keys, sessions }),
    generated: generatedRoom({ keys, sessions }),
    newId: () => generateId(random),
    random,
  };
}
