/** What a person changes about the own account: master password, e-mail, recovery key, devices, its end. Everything asks for the master password again. */
import { api } from "@coffer/contract/api";
import { deriveCredentials, fromHex, KDF_ID, normaliseEmail } from "@coffer/crypto";
import { IntegrityError } from "../errors.ts";
import { forgetAccountPin, writeAccountPin } from "../sync/pins.ts";
import type { AuditRow, SessionRow } from "../types.ts";
import { generateRecovery, wrapVaultKey } from "./credentials.ts";
import { proveOwner } from "./lock.ts";
import type { PasswordLock } from "./session.ts";
import type { AccountDeps } from "./sign-in.ts";

interface Password {
  readonly password: string;
}
interface PasswordChange {
  readonly current: string;
  readonly next: string;
  readonly hint: string | null;
}

export type SettingsRoom = ReturnType<typeof settingsRoom>;

export function settingsRoom(deps: AccountDeps) {
  const { call, sessions } = deps;

  /** The vault key under keys derived from another password or e-mail: the next epoch of the credentials. */
  async function rewrap(vaultKey: Parameters<typeof wrapVaultKey>[1], email: string, password: string) {
    const { accountId, lock } = sessions.owner;
    const derived = await deriveCredentials({ password, email, salt: fromHex(lock.salt), kdfId: KDF_ID });
    const credEpoch = lock.credEpoch + 1;
    const encryptedVaultKey = await wrapVaultKey(derived.encryptionKey, vaultKey, { accountId, effSalt: derived.effSalt, credEpoch });
    return { authKey: derived.authKey, encryptionKey: derived.encryptionKey, lock: { salt: lock.salt, credEpoch, encryptedVaultKey } };
  }

  /** Pins the new credentials, so that a server cannot go back to the old ones. @throws IntegrityError when it counts otherwise than we do. */
  async function pinCredentials(email: string, lock: PasswordLock, answered: number): Promise<void> {
    if (answered !== lock.credEpoch) throw new IntegrityError("fork");
    const { accountId, keyEpoch } = sessions.owner;
    const { salt, credEpoch } = lock;
    await writeAccountPin(deps.keys, deps.origin, email, { accountId, salt, kdfId: KDF_ID, credEpoch, keyEpoch });
  }

  /** Signs out every other device and ends the links to other profiles. @throws ClientError 'Invalid master password' */
  async function changePassword({ current, next, hint }: PasswordChange): Promise<void> {
    const { authKey: currentAuthKey, vaultKey } = await proveOwner(sessions, current);
    const email = normaliseEmail(sessions.owner.email);
    const { authKey, encryptionKey, lock } = await rewrap(vaultKey, email, next);
    const { encryptedVaultKey } = lock;
    const reply = await call(api.account.changePassword, { currentAuthKey, authKey, encryptedVaultKey, masterPasswordHint: hint });
    await pinCredentials(email, lock, reply.credEpoch);
    await sessions.change({ lock, encryptionKey });
  }

  async function requestEmailChange({ password, email }: Password & { readonly email: string }): Promise<void> {
    const { authKey: currentAuthKey } = await proveOwner(sessions, password);
    await call(api.account.requestEmailChange, { currentAuthKey, email: normaliseEmail(email) });
  }

  /** @param code - mailed to the new address. Both keys depend on the e-mail, so both change. */
  async function changeEmail(change: Password & { readonly email: string; readonly code: string }): Promise<void> {
    const { authKey: currentAuthKey, vaultKey } = await proveOwner(sessions, change.password);
    const before = normaliseEmail(sessions.owner.email);
    const email = normaliseEmail(change.email);
    const { authKey, encryptionKey, lock } = await rewrap(vaultKey, email, change.password);
    const { encryptedVaultKey } = lock;
    const reply = await call(api.account.changeEmail, { currentAuthKey, email, code: change.code, authKey, encryptedVaultKey });
    await pinCredentials(email, lock, reply.credEpoch);
    if (before !== email) await forgetAccountPin(deps.keys, deps.origin, before);
    await sessions.change({ user: { email }, lock, encryptionKey });
  }

  /** @returns the new recovery key, to be shown once; the old one opens nothing any more. */
  async function renewRecoveryKey({ password }: Password): Promise<{ recoveryKey: string }> {
    const { authKey: currentAuthKey, vaultKey } = await proveOwner(sessions, password);
    const { accountId, lock } = sessions.owner;
    const { text, encryptedKey, authHash } = await generateRecovery(deps.random, vaultKey, { accountId, credEpoch: lock.credEpoch });
    await call(api.account.renewRecoveryKey, { currentAuthKey, encryptedKey, recoveryAuthHash: authHash });
    return { recoveryKey: text };
  }

  /** Ends every session, this one too. @returns when the data goes, in milliseconds since 1970; signing in before and `keepAccount` take it back. */
  async function deleteAccount({ password }: Password): Promise<{ purgedAt: number }> {
    const { authKey } = await proveOwner(sessions, password);
    const { purgedAt } = await call(api.account.deleteAccount, { authKey });
    await deps.records.clear();
    await sessions.end("logged-out");
    return { purgedAt };
  }

  return {
    changePassword,
    requestEmailChange,
    changeEmail,
    renewRecoveryKey,
    deleteAccount,
    keepAccount: async (): Promise<void> => void (await call(api.account.keepAccount, {})),
    sessions: async (): Promise<readonly SessionRow[]> => (await call(api.account.listSessions, {})).sessions,
    revokeSession: async ({ id }: { readonly id: string }): Promise<void> => void (await call(api.account.revokeSession, { id })),
    revokeOtherSessions: async (): Promise<void> => void (await call(api.account.revokeOtherSessions, {})),
    /** Newest first. */
    audit: async (): Promise<readonly AuditRow[]> => (await call(api.account.listAudit, {})).events,
  };
}
