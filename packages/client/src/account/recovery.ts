/**
 * A forgotten master password: the mailed code proves the mailbox, the recovery key opens the vault, and everything is sealed anew under keys that nobody had
 * before (security design §5). Until the one call at the end nothing is changed anywhere.
 */
import { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import { AppError, isRefusal } from "@coffer/contract/errors";
import { normaliseEmail } from "@coffer/crypto";
import { ClientError, IntegrityError } from "../errors.ts";
import { readAccountPin, writeAccountPin, writePin } from "../sync/pins.ts";
import type { RecoveryOutcome } from "../types.ts";
import { type Before, buildReset, type Reset } from "./reset.ts";
import { type AccountDeps, refuseOlder } from "./sign-in.ts";

export interface ResetForm {
  readonly email: string;
  readonly password: string;
  /** As typed; null with `discard`. */
  readonly recoveryKey: string | null;
  /** Starts with an empty vault; what was in it can only come back with the recovery key, for 30 days. */
  readonly discard: boolean;
  readonly onProgress: (percent: number) => void;
}

/** What a proven mailbox yields: enough to open the vault for whoever has the recovery key. */
interface Proven {
  readonly address: string;
  readonly tempToken: string;
  readonly before: Before;
}

/** Another device may write while everything is sealed anew; so often it is done again. */
const MAX_ATTEMPTS = 3;

export type RecoveryRoom = ReturnType<typeof recoveryRoom>;

export function recoveryRoom(deps: AccountDeps & { readonly device: string }) {
  const { call, keys, origin, sessions } = deps;
  let proven: Proven | null = null;
  /** The last reset that was sent: its answer may have got lost on the way. */
  let sent: Reset | null = null;

  /** @throws AppError invalid_recovery_code, invalid_mfa_code */
  async function verifyRecovery(form: {
    readonly email: string;
    readonly code: string;
    readonly mfaCode?: string;
  }): Promise<RecoveryOutcome> {
    const address = normaliseEmail(form.email);
    const mfaCode = form.mfaCode?.replace(/\s/g, "");
    const reply = await call(api.account.verifyRecovery, { email: address, token: form.code, ...(mfaCode && { mfaCode }) });
    if (reply.requiresMfa && !reply.tempToken) return { step: "mfa" };
    const pin = await readAccountPin(keys, origin, address);
    const before = beforeOf(reply);
    refuseOlder(pin, { user: { id: before.accountId }, credEpoch: before.credEpoch, keyEpoch: before.keyEpoch });
    if (pin && pin.salt !== before.salt) throw new IntegrityError("fork");
    proven = { address, tempToken: reply.tempToken ?? "", before };
    return { step: "reset" };
  }

  async function resetPassword(form: ResetForm): Promise<{ recoveryKey: string }> {
    const address = normaliseEmail(form.email);
    if (proven?.address !== address) throw new ClientError("Password reset failed");
    for (let attempt = 1; ; attempt++) {
      try {
        const reset = await resetOnce(proven, form);
        await finish(proven, reset);
        form.onProgress(100);
        return { recoveryKey: reset.recoveryKey };
      } catch (error) {
        const isOutrun = isRefusal(error, "stale_head") || isRefusal(error, "stale_revision");
        if (!isOutrun || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  async function resetOnce({ address, tempToken, before }: Proven, form: ResetForm): Promise<Reset> {
    if (sent && (await hasLanded(address, sent)) && (await sent.isFor(form.password))) return sent;
    const whole = await call(api.account.entriesForReset, {}, tempToken).catch((cause: unknown) => {
      throw cause instanceof AppError ? cause : new ClientError("Failed to fetch entries", { cause });
    });
    const reset = await buildReset(deps, { ...form, email: address, before, whole });
    sent = reset;
    try {
      await call(api.account.resetPassword, { ...reset.body, email: address }, tempToken);
    } catch (error) {
      // A refusal is an answer. Anything else may have happened after the server was done.
      if (error instanceof AppError) sent = null;
      if (error instanceof AppError || !(await hasLanded(address, reset))) throw error;
    }
    return reset;
  }

  /** Whether the server takes the new keys already. The session that this opens is ended at once. */
  async function hasLanded(email: string, { body: { authKey } }: Reset): Promise<boolean> {
    try {
      const { data } = await call(api.account.login, { email, authKey });
      if (data) await call(api.account.logout, {}, data.token).catch(() => undefined);
      return true;
    } catch {
      return false; // refused or no connection: the caller goes on as if it had not
    }
  }

  /** This device pins what it has made, forgets what it had and signs in anew. */
  async function finish({ address, before }: Proven, { credEpoch, keyEpoch, pin }: Reset): Promise<void> {
    const { accountId, salt, kdfId, scopeId } = before;
    await writeAccountPin(keys, origin, address, { accountId, salt, kdfId, credEpoch, keyEpoch });
    await writePin(keys, scopeId, pin);
    await deps.records.clear();
    if (sessions.session) await sessions.end("logged-out");
    proven = null;
    sent = null;
  }

  const mail =
    (endpoint: typeof api.account.forgotPassword) =>
    async ({ email }: { readonly email: string }): Promise<void> =>
      void (await call(endpoint, { email: normaliseEmail(email) }));

  return {
    sendHint: mail(api.account.passwordHint),
    forgotPassword: mail(api.account.forgotPassword),
    verifyRecovery,
    /**
     * @returns the new recovery key, to be shown once.
     * @throws AppError invalid_recovery_key; IntegrityError or ClientError when anything in the vault does not verify: then nothing was changed.
     */
    resetPassword,
  };
}

/** @throws ClientError when the server left something out. */
function beforeOf(reply: ReplyOf<typeof api.account.verifyRecovery>): Before {
  const { user, tempToken, encryptedKey, personal_vault_id: scopeId, salt, publicKey, encryptedPrivateKey } = reply;
  const { credEpoch, keyEpoch, recoveryEpoch } = reply;
  if (!user || !tempToken || !encryptedKey || !scopeId || !salt || !publicKey || !encryptedPrivateKey) throw missing();
  if (!credEpoch || !keyEpoch || !recoveryEpoch) throw missing();
  const epochs = { credEpoch, keyEpoch, recoveryEpoch };
  return { accountId: user.id, kdfId: 1, encryptedKey, scopeId, salt, publicKey, encryptedPrivateKey, ...epochs };
}

const missing = (): ClientError => new ClientError("Password reset failed");
