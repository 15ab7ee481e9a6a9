/**
 * A forgotten master password: the mailed code proves the mailbox, the recovery key opens the vault, and everything is sealed again under
 * new keys (security design §5). Nothing changes anywhere until the one call at the end.
 */
import { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import { AppError, isRefusal } from "@coffer/contract/errors";
import { checkResetPassword } from "@coffer/core/passwords/policy";
import { normaliseEmail } from "@coffer/crypto";
import { ClientError, ConnectionError, IntegrityError } from "../errors.ts";
import { readAccountPin, writeAccountPin, writePin } from "../sync/pins.ts";
import type { RecoveryOutcome } from "../types.ts";
import { type Before, buildReset, type Reset } from "./build-reset.ts";
import { type CodeRequest, forgetCodeRequest, readCodeRequest, rememberCodeRequest } from "./code-request.ts";
import type { AccountContext, Proven } from "./context.ts";
import { forgetDeviceToken, ownDeviceToken } from "./device-token.ts";
import { refuseWeakPassword } from "./new-password.ts";
import { storeKit } from "./recovery-kit.ts";
import { refuseOlder } from "./sign-in.ts";

export interface ResetForm {
  readonly email: string;
  readonly password: string;
  /** As typed; null with `discard`. */
  readonly recoveryKey: string | null;
  /** Start with an empty vault; the old contents can only come back with the recovery key, within 30 days. */
  readonly discard: boolean;
  /** Whole percents, from 0 to 100. */
  readonly onProgress: (percent: number) => void;
}

interface RecoveryCode {
  readonly email: string;
  readonly code: string;
  readonly mfaCode?: string;
}

type Address = { readonly email: string };

/** Another device may write while everything is sealed again; then it is repeated this often. */
const MAX_ATTEMPTS = 3;

/** The server never reveals whether the account exists. @throws AppError rate_limited. */
export async function sendHint(context: AccountContext, { email }: Address): Promise<void> {
  const address = normaliseEmail(email);
  await context.call(api.account.passwordHint, { email: address, deviceToken: await ownDeviceToken(context, address) });
}

/** Sends a code by mail. The server never reveals whether the account exists. @throws AppError rate_limited. */
export async function forgotPassword(context: AccountContext, { email }: Address): Promise<CodeRequest> {
  const address = normaliseEmail(email);
  const asked = await context.call(api.account.forgotPassword, { email: address, deviceToken: await ownDeviceToken(context, address) });
  return rememberCodeRequest(context, "recovery", address, asked);
}

/**
 * Proves the mailbox. The result is kept for `resetPassword` until the page is left.
 * @throws AppError invalid_recovery_code, invalid_mfa_code; IntegrityError when the server shows an account that this device has seen
 * replaced.
 */
export async function verifyRecovery(context: AccountContext, form: RecoveryCode): Promise<RecoveryOutcome> {
  const { keys, origin, steps } = context;
  const address = normaliseEmail(form.email);
  const reply = await askProof(context, address, form);
  if (reply.requiresMfa && !reply.tempToken) return { step: "mfa" };
  await forgetCodeRequest(context, "recovery", address);
  const pin = await readAccountPin(keys, origin, address);
  const before = beforeOf(reply);
  refuseOlder(pin, { user: { id: before.accountId }, credEpoch: before.credEpoch, keyEpoch: before.keyEpoch });
  if (pin && pin.salt !== before.salt) throw new IntegrityError("fork");
  steps.proven = { address, tempToken: reply.tempToken ?? "", before };
  return { step: "reset" };
}

async function askProof(context: AccountContext, address: string, { code, mfaCode: typed }: RecoveryCode) {
  const mfaCode = typed?.replace(/\s/g, "");
  return context.call(api.account.verifyRecovery, {
    email: address,
    token: code,
    ...(await readCodeRequest(context, "recovery", address)),
    ...(mfaCode && { mfaCode }),
    deviceToken: await ownDeviceToken(context, address),
  });
}

/**
 * @returns the new recovery key, to be shown once.
 * @throws AppError invalid_recovery_key; IntegrityError or ClientError when anything in the vault does not verify: then nothing was
 * changed.
 */
export async function resetPassword(context: AccountContext, form: ResetForm): Promise<{ recoveryKey: string }> {
  const { proven } = context.steps;
  if (proven?.address !== normaliseEmail(form.email)) throw new ClientError("Password reset failed");
  await refuseWeakPassword(context, form, checkResetPassword);
  for (let attempt = 1; ; attempt++) {
    try {
      const reset = await resetOnce(context, proven, form);
      await finish(context, proven, reset);
      form.onProgress(100);
      return { recoveryKey: reset.recoveryKey };
    } catch (error) {
      const isOutrun = isRefusal(error, "stale_head") || isRefusal(error, "stale_revision");
      if (!isOutrun || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function resetOnce(context: AccountContext, { address, tempToken, before }: Proven, form: ResetForm): Promise<Reset> {
  const { call, steps } = context;
  if (steps.sent && (await hasLanded(context, address, steps.sent)) && (await steps.sent.isFor(form.password))) return steps.sent;
  const whole = await call(api.account.entriesForReset, {}, tempToken).catch((cause: unknown) => {
    throw cause instanceof AppError || cause instanceof ConnectionError ? cause : new ClientError("Failed to fetch entries", { cause });
  });
  const reset = await buildReset(context, { ...form, email: address, before, whole });
  steps.sent = reset;
  // Every device is forgotten with the old keys; this one continues with a new token.
  await forgetDeviceToken(context, address);
  const deviceToken = await ownDeviceToken(context, address);
  try {
    await call(api.account.resetPassword, { ...reset.body, email: address, deviceToken }, tempToken);
  } catch (error) {
    // A refusal is an answer. After any other error the server may have done it.
    if (error instanceof AppError) steps.sent = null;
    if (error instanceof AppError || !(await hasLanded(context, address, reset))) throw error;
  }
  return reset;
}

/** Whether the server already accepts the new keys. The session that this opens is ended at once. */
async function hasLanded(context: AccountContext, email: string, { body: { authKey } }: Reset): Promise<boolean> {
  const { call } = context;
  try {
    const { data } = await call(api.account.login, { email, authKey, deviceToken: await ownDeviceToken(context, email) });
    if (data) await call(api.account.logout, {}, data.token).catch(() => undefined);
    return true;
  } catch {
    return false; // refused, or no connection: the caller goes on as if it had not
  }
}

/** Pins the new state and forgets the old one; the user signs in again. */
async function finish(context: AccountContext, { address, before }: Proven, { epochs, keyEpoch, pin, kit }: Reset): Promise<void> {
  const { keys, origin, records, sessions, steps } = context;
  const { accountId, salt, kdfId, scopeId } = before;
  await writeAccountPin(keys, origin, address, { accountId, salt, kdfId, credEpoch: epochs.cred, keyEpoch });
  await writePin(keys, scopeId, pin);
  await storeKit(context, address, kit);
  await records.clear();
  if (sessions.session) await sessions.end("logged-out");
  steps.proven = null;
  steps.sent = null;
}

/** @throws ClientError when the answer is incomplete. */
function beforeOf(reply: ReplyOf<typeof api.account.verifyRecovery>): Before {
  const { user, tempToken, encryptedKey, personal_vault_id: scopeId, salt, publicKey, encryptedPrivateKey } = reply;
  const { credEpoch, keyEpoch, recoveryEpoch } = reply;
  if (!user || !tempToken || !encryptedKey || !scopeId || !salt || !publicKey || !encryptedPrivateKey) throw missing();
  if (!credEpoch || !keyEpoch || !recoveryEpoch) throw missing();
  const epochs = { credEpoch, keyEpoch, recoveryEpoch };
  return { accountId: user.id, kdfId: 1, encryptedKey, scopeId, salt, publicKey, encryptedPrivateKey, ...epochs };
}

const missing = (): ClientError => new ClientError("Password reset failed");
