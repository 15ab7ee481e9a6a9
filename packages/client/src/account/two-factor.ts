/**
 * The second factor: the second step of a sign-in, and turning it on and off. The server enforces it; the client keeps the first step's keys until then.
 *
 * Note: Expected. Whether there is one stands in the personal head too, where the server cannot change it: a server that stops asking is noticed.
 */
import { api } from "@coffer/contract/api";
import { AppError, isRefusal } from "@coffer/contract/errors";
import { normaliseEmail } from "@coffer/crypto";
import { HEAD_FLAGS } from "../sync/head.ts";
import type { AccountContext, Derived, Steps } from "./context.ts";
import { beginSession } from "./sign-in.ts";

/** Six digits, or a recovery code. */
interface Code {
  readonly code: string;
}

/** Notes which sessions began with a sign-in; see `Steps`. */
export function watchSignIns({ sessions, steps }: AccountContext): void {
  sessions.onChange((_, reason) => {
    if (reason !== "updated") steps.hasJustSignedIn = reason === "signed-in";
  });
}

/** The second step of a sign-in. @throws AppError invalid_mfa_code; temp_token_expired when the sign-in has to begin again. */
export async function verifyCode(context: AccountContext, { tempToken, code }: Code & { readonly tempToken: string }): Promise<void> {
  const { call, steps, now } = context;
  const derived = firstStep(steps, tempToken, now());
  try {
    const { data } = await call(api.account.verifyMfa, { code: tidy(code), tempToken });
    await beginSession(context, data, derived);
    steps.signIn = null;
  } catch (error) {
    if (isRefusal(error, "temp_token_expired")) forgetFirstStep(steps);
    throw error;
  }
}

/** @throws AppError temp_token_expired when the first step was another one, in another tab, or too long ago. */
function firstStep(steps: Steps, tempToken: string, now: number): Derived {
  const { signIn } = steps;
  if (signIn?.tempToken === tempToken && signIn.until > now) return signIn.derived;
  forgetFirstStep(steps);
  throw new AppError("temp_token_expired");
}

function forgetFirstStep(steps: Steps): void {
  steps.signIn?.derived.encryptionKey.fill(0);
  steps.signIn = null;
}

interface HelpRequest {
  readonly email: string;
  readonly message: string;
  /** Of the first step: it proves the master password. */
  readonly tempToken: string;
}

/** Asks the administrators. @throws AppError temp_token_expired, rate_limited. */
export async function requestMfaHelp({ call }: AccountContext, { email, message, tempToken }: HelpRequest): Promise<void> {
  await call(api.account.requestMfaHelp, { email: normaliseEmail(email), message, tempToken });
}

/** `qrCodeUrl` is a data URL; `secret` is base32 (RFC 4648), for typing. */
export async function setupMfa({ call }: AccountContext): Promise<{ qrCodeUrl: string; secret: string }> {
  const { qrCodeUrl, secret } = await call(api.account.setupMfa, {});
  return { qrCodeUrl, secret };
}

/** @returns the codes that replace the authenticator once each; shown once. @throws AppError invalid_mfa_code. */
export async function verifyMfaSetup(context: AccountContext, { code }: Code): Promise<{ recoveryCodes: string[] }> {
  const { recoveryCodes } = await context.call(api.account.verifyMfaSetup, { code: tidy(code) });
  await context.sessions.change({ user: { two_factor_enabled: true } });
  await writeExpected(context, HEAD_FLAGS.twoFactorExpected).catch(() => undefined); // the codes matter more; the next write says it again
  return { recoveryCodes };
}

/** @throws AppError invalid_mfa_code. */
export async function disableMfa(context: AccountContext, { code }: Code): Promise<void> {
  await context.call(api.account.disableMfa, { code: tidy(code) });
  await context.sessions.change({ user: { two_factor_enabled: false } });
  await writeExpected(context, 0).catch(() => undefined); // it is off all the same; the next sign-in will ask whether that was meant
}

/** Whether this sign-in went without a second factor although the vault says that there is one: an administrator removed it, or the server lies. */
export async function isSecondFactorMissing({ sessions, steps, vault }: AccountContext): Promise<boolean> {
  if (!steps.hasJustSignedIn || sessions.session?.user.two_factor_enabled !== false) return false;
  return ((await (await vault.scope()).flags()) & HEAD_FLAGS.twoFactorExpected) !== 0;
}

/** The person knows, and is not warned again. */
export const acceptMissingSecondFactor = (context: AccountContext): Promise<void> => writeExpected(context, 0);

/** See Note: Expected. @param flags - of HEAD_FLAGS; they replace what the head says. */
async function writeExpected({ call, vault }: AccountContext, flags: number): Promise<void> {
  const scope = await vault.scope();
  await scope.commit(async () => ({ changes: [], says: { flags }, send: (write) => call(api.vault.commit, { ...write, changes: [] }) }));
}

/** Authenticators show digits in groups. */
const tidy = (code: string): string => code.replace(/\s/g, "");
