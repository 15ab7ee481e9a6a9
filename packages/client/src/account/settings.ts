/** Changes to the own account: master password, email address, recovery key, devices, deletion. Secrets require the master password again. */
import { api } from "@coffer/contract/api";
import { checkRegistrationPassword } from "@coffer/core/passwords/policy";
import { deriveCredentials, fromHex, KDF_ID, normaliseEmail, type SecretKey } from "@coffer/crypto";
import { IntegrityError } from "../errors.ts";
import { forgetAccountPin, writeAccountPin } from "../sync/pins.ts";
import type { Write } from "../sync/scope-deps.ts";
import type { SessionRow } from "../types.ts";
import { type CodeRequest, forgetCodeRequest, readCodeRequest, rememberCodeRequest } from "./code-request.ts";
import type { AccountContext } from "./context.ts";
import { generateRecovery, wrapVaultKey } from "./credentials.ts";
import { forgetDeviceToken } from "./device-token.ts";
import { refuseWeakPassword } from "./new-password.ts";
import { prove, proveFreshly } from "./password-proof.ts";
import { storeKit } from "./recovery-kit.ts";
import { sealKit } from "./sealed-kit.ts";
import type { Sessions } from "./session.ts";
import type { PasswordLock } from "./session-store.ts";

interface Password {
  readonly password: string;
}
interface PasswordChange {
  readonly current: string;
  readonly next: string;
  readonly hint: string | null;
}

/** The vault key stays; see `renewAllKeys` for new ones. Signs out every other device and ends the links to other profiles. @throws ClientError 'Invalid master password' */
export async function changePassword(context: AccountContext, { current, next, hint }: PasswordChange): Promise<void> {
  const { call, sessions } = context;
  const email = normaliseEmail(sessions.owner.email);
  await refuseWeakPassword(context, { email, password: next }, checkRegistrationPassword);
  const { vaultKey } = await proveFreshly(context, current);
  const { authKey, encryptionKey, lock } = await rewrap(sessions, vaultKey, email, next);
  const { encryptedVaultKey } = lock;
  const change = { credEpoch: lock.credEpoch, authKey, encryptedVaultKey, masterPasswordHint: hint };
  await commitCredentials(context, lock, (write) => call(api.account.changePassword, { ...change, ...write }));
  await forgetDeviceToken(context, email);
  await pinCredentials(context, email, lock);
  await sessions.change({ lock, encryptionKey });
}

/** Sends a code to the new address. @throws ClientError 'Invalid master password'; AppError rate_limited. */
export async function requestEmailChange(
  context: AccountContext,
  { password, email }: Password & { readonly email: string },
): Promise<CodeRequest> {
  await prove(context, { password });
  const address = normaliseEmail(email);
  const asked = await context.call(api.account.requestEmailChange, { email: address });
  return rememberCodeRequest(context, "email", address, asked);
}

interface EmailChange extends Password {
  readonly email: string;
  /** From the mail to the new address. */
  readonly code: string;
}

/** Both keys depend on the email address, so both change. @throws ClientError 'Invalid master password'; AppError when the code is wrong. */
export async function changeEmail(context: AccountContext, change: EmailChange): Promise<void> {
  const { call, sessions, keys, origin } = context;
  const { vaultKey } = await proveFreshly(context, change.password);
  const before = normaliseEmail(sessions.owner.email);
  const email = normaliseEmail(change.email);
  const { authKey, encryptionKey, lock } = await rewrap(sessions, vaultKey, email, change.password);
  const { encryptedVaultKey } = lock;
  const asked = await readCodeRequest(context, "email", email);
  const proven = { credEpoch: lock.credEpoch, code: change.code, ...asked };
  const changed = { ...proven, email, authKey, encryptedVaultKey };
  await commitCredentials(context, lock, (write) => call(api.account.changeEmail, { ...changed, ...write }));
  await forgetCodeRequest(context, "email", email);
  await forgetDeviceToken(context, before);
  await pinCredentials(context, email, lock);
  if (before !== email) await forgetAccountPin(keys, origin, before);
  await sessions.change({ user: { email }, lock, encryptionKey });
}

/** @returns the new recovery key, to be shown once; the server no longer takes the old one. @throws ClientError 'Invalid master password' */
export async function renewRecoveryKey(context: AccountContext, { password }: Password): Promise<{ recoveryKey: string }> {
  const { call, sessions, random, vault } = context;
  const { vaultKey } = await proveFreshly(context, password);
  const { accountId, lock, email } = sessions.owner;
  const { recoveryKey, recovery: epoch } = await (await vault.scope()).commit(async ({ epochs }) => {
    const recovery = epochs.recovery + 1;
    const { text, encryptedKey, authHash } = await generateRecovery(random, vaultKey, { accountId, epoch: recovery });
    const copy = { credEpoch: lock.credEpoch, encryptedKey, recoveryAuthHash: authHash };
    const send = (write: Write) => call(api.account.renewRecoveryKey, { ...copy, ...headOf(write) });
    return { recoveryKey: text, recovery, changes: [], contents: { epochs: { ...epochs, recovery } }, send };
  });
  const address = normaliseEmail(email);
  await storeKit(context, address, await sealKit(sessions.keyring, { email: address, recoveryKey, epoch }));
  return { recoveryKey };
}

/**
 * Ends every session, this one too, and leaves the team at once.
 * @returns when the data is deleted, in milliseconds since 1970; until then signing in and `keepAccount` cancel it.
 * @throws ClientError 'Invalid master password'
 */
export async function deleteAccount(context: AccountContext, { password }: Password): Promise<{ purgedAt: number }> {
  const { call, sessions, records } = context;
  const { authKey } = await proveFreshly(context, password);
  const leaving = await context.signLeaving();
  const { purgedAt } = await call(api.account.deleteAccount, { authKey, ...(leaving && { leaving }) });
  await records.clear();
  await sessions.end("logged-out");
  return { purgedAt };
}

export const keepAccount = async ({ call }: AccountContext): Promise<void> => void (await call(api.account.keepAccount, {}));

/** The devices that are signed in. */
export const sessions = async ({ call }: AccountContext): Promise<readonly SessionRow[]> =>
  (await call(api.account.listSessions, {})).sessions;

/** @throws AppError not_found when it is not a session of this account. */
export const revokeSession = async ({ call }: AccountContext, { id }: { readonly id: string }): Promise<void> =>
  void (await call(api.account.revokeSession, { id }));

export const revokeOtherSessions = async ({ call }: AccountContext): Promise<void> =>
  void (await call(api.account.revokeOtherSessions, {}));

/** Wraps the vault key under keys from another password or email address: the next credential epoch. */
async function rewrap({ owner: { accountId, lock } }: Sessions, vaultKey: SecretKey, email: string, password: string) {
  const derived = await deriveCredentials({ password, email, salt: fromHex(lock.salt), kdfId: KDF_ID });
  const credEpoch = lock.credEpoch + 1;
  const encryptedVaultKey = await wrapVaultKey(derived.encryptionKey, vaultKey, { accountId, effSalt: derived.effSalt, credEpoch });
  return { authKey: derived.authKey, encryptionKey: derived.encryptionKey, lock: { salt: lock.salt, credEpoch, encryptedVaultKey } };
}

const headOf = ({ baseSeq, head, signature }: Write) => ({ baseSeq, head, signature });

/**
 * Replaces the credentials together with a head that records it: from then on an earlier wrapped vault key is known to be outdated.
 * @throws IntegrityError when the server's count differs from ours.
 */
async function commitCredentials(
  { vault }: AccountContext,
  { credEpoch }: PasswordLock,
  send: (head: ReturnType<typeof headOf>) => Promise<{ readonly credEpoch: number }>,
): Promise<void> {
  let answered = credEpoch; // stays so when only the answer was lost
  const sendHead = async (write: Write): Promise<void> => {
    answered = (await send(headOf(write))).credEpoch;
  };
  const scope = await vault.scope();
  await scope.commit(async ({ epochs }) => ({ changes: [], contents: { epochs: { ...epochs, cred: credEpoch } }, send: sendHead }));
  if (answered !== credEpoch) throw new IntegrityError("fork");
}

/** Pins the new credentials, so that a server cannot go back to the old ones. */
async function pinCredentials({ sessions, keys, origin }: AccountContext, email: string, lock: PasswordLock): Promise<void> {
  const { accountId, keyEpoch } = sessions.owner;
  const { salt, credEpoch } = lock;
  await writeAccountPin(keys, origin, email, { accountId, salt, kdfId: KDF_ID, credEpoch, keyEpoch });
}
