/** The second factor: the second step of a sign-in, and turning it on and off. The server enforces it; the client keeps the first step's keys until then. */
import { api } from "@coffer/contract/api";
import { AppError, isRefusal } from "@coffer/contract/errors";
import { normaliseEmail } from "@coffer/crypto";
import { type AccountDeps, beginSession, type Derived } from "./sign-in.ts";

/** Six digits, or a recovery code. */
interface Code {
  readonly code: string;
}

export type TwoFactorRoom = ReturnType<typeof twoFactorRoom>;

export function twoFactorRoom(deps: AccountDeps) {
  const { call, sessions, steps } = deps;

  function forgetFirstStep(): void {
    steps.signIn?.derived.encryptionKey.fill(0);
    steps.signIn = null;
  }

  /** @throws AppError temp_token_expired when the first step was another one, in another tab, or too long ago. */
  function firstStep(tempToken: string): Derived {
    const { signIn } = steps;
    if (signIn?.tempToken === tempToken && signIn.until > deps.now()) return signIn.derived;
    forgetFirstStep();
    throw new AppError("temp_token_expired");
  }

  /** @throws AppError invalid_mfa_code; temp_token_expired when the sign-in has to begin again. */
  async function verifyCode({ tempToken, code }: Code & { readonly tempToken: string }): Promise<void> {
    const derived = firstStep(tempToken);
    try {
      const { data } = await call(api.account.verifyMfa, { code: tidy(code), tempToken });
      await beginSession(deps, data, derived);
      steps.signIn = null;
    } catch (error) {
      if (isRefusal(error, "temp_token_expired")) forgetFirstStep();
      throw error;
    }
  }

  /** @returns the codes that replace the authenticator once each; shown once. */
  async function verifyMfaSetup({ code }: Code): Promise<{ recoveryCodes: string[] }> {
    const { recoveryCodes } = await call(api.account.verifyMfaSetup, { code: tidy(code) });
    await sessions.change({ user: { two_factor_enabled: true } });
    return { recoveryCodes };
  }

  async function disableMfa({ code }: Code): Promise<void> {
    await call(api.account.disableMfa, { code: tidy(code) });
    await sessions.change({ user: { two_factor_enabled: false } });
  }

  return {
    verifyCode,
    requestMfaHelp: async ({
      email,
      message,
      tempToken,
    }: {
      readonly email: string;
      readonly message: string;
      readonly tempToken: string;
    }) => {
      await call(api.account.requestMfaHelp, { email: normaliseEmail(email), message, tempToken });
    },
    /** `qrCodeUrl` is a data URL; `secret` is base32, for typing. */
    setupMfa: async (): Promise<{ qrCodeUrl: string; secret: string }> => {
      const { qrCodeUrl, secret } = await call(api.account.setupMfa, {});
      return { qrCodeUrl, secret };
    },
    verifyMfaSetup,
    disableMfa,
  };
}

/** Authenticators show digits in groups. */
const tidy = (code: string): string => code.replace(/\s/g, "");
