/** The second factor: second step of a sign-in, turning it on and off. The server enforces it; the client keeps the first step's keys until then. */
import { api } from "@coffer/contract/api";
import { AppError, isRefusal } from "@coffer/contract/errors";
import { normaliseEmail } from "@coffer/crypto";
import { HEAD_FLAGS } from "../sync/head.ts";
import type { SignedIn } from "../types.ts";
import type { AccountContext, Derived, Steps } from "./context.ts";
import { ownDeviceToken } from "./device-token.ts";
import { noteCode } from "./second-factor-check.ts";
import { beginSession } from "./sign-in.ts";

/** Six digits, or a recovery code. */
interface Code {
  readonly code: string;
}

/** The second step of a sign-in. @throws AppError invalid_mfa_code; temp_token_expired when the sign-in has to start over. */
export async function verifyCode(context: AccountContext, { tempToken, code }: Code & { readonly tempToken: string }): Promise<SignedIn> {
  const { call, steps, now } = context;
  const derived = firstStep(steps, tempToken, now());
  try {
    const deviceToken = await ownDeviceToken(context, derived.address);
    const { data } = await call(api.account.verifyMfa, { code: tidy(code), tempToken, deviceToken });
    const signedIn = await beginSession(context, data, { derived, codeSent: true });
    steps.signIn = null;
    return signedIn;
  } catch (error) {
    if (isRefusal(error, "temp_token_expired")) forgetFirstStep(steps);
    throw error;
  }
}

/** @throws AppError temp_token_expired when the first step was a different one, in another tab, or too long ago. */
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

/** Asks the administrators. @throws AppError nobody_to_help, rate_limited. */
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
  await noteCode(context, true);
  await context.sessions.change({ user: { two_factor_enabled: true } });
  await writeExpected(context, HEAD_FLAGS.twoFactorExpected).catch(() => undefined); // the codes matter more; the next write records it
  return { recoveryCodes };
}

/** @throws AppError invalid_mfa_code. */
export async function disableMfa(context: AccountContext, { code }: Code): Promise<void> {
  await context.call(api.account.disableMfa, { code: tidy(code) });
  await context.sessions.change({ user: { two_factor_enabled: false } });
  await writeExpected(context, 0).catch(() => undefined); // it is off anyway; the next check asks whether that was intended
  await noteCode(context, false);
}

/** With the link of the email sent when it was turned on: turns it off and ends every session. @throws AppError undo_link_invalid. */
export const undoMfa = async ({ call }: AccountContext, { token }: { readonly token: string }): Promise<void> =>
  void (await call(api.account.undoMfa, { undoToken: token }));

/** Authenticators show digits in groups. */
const tidy = (code: string): string => code.replace(/\s/g, "");

/** The user accepts it, and is not asked again. */
export const acceptMissingSecondFactor = (context: AccountContext): Promise<void> => writeExpected(context, 0);

/** See Note: Expected (second-factor-check.ts). @param flags - of HEAD_FLAGS; they replace those in the head. */
async function writeExpected({ call, vault }: AccountContext, flags: number): Promise<void> {
  const scope = await vault.scope();
  await scope.commit(async () => ({
    changes: [],
    contents: { flags },
    send: (write) => call(api.vault.commit, { ...write, changes: [] }),
  }));
}
