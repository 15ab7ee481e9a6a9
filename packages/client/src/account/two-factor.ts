/**
 * The second factor: the second step of a sign-in, and turning it on and off. The server enforces it; the client keeps the first step's keys until then.
 *
 * Note: Expected. Whether there is one stands in the personal head too, where the server cannot change it: a server that stops asking is noticed.
 */
import { api } from "@coffer/contract/api";
import { AppError, isRefusal } from "@coffer/contract/errors";
import { normaliseEmail } from "@coffer/crypto";
import { HEAD_FLAGS } from "../sync/head.ts";
import type { Scope } from "../sync/scope.ts";
import { type AccountDeps, beginSession, type Derived } from "./sign-in.ts";

export interface TwoFactorDeps extends AccountDeps {
  /** The personal scope of whoever is signed in. */
  readonly scope: () => Promise<Scope>;
}

/** Six digits, or a recovery code. */
interface Code {
  readonly code: string;
}

export type TwoFactorRoom = ReturnType<typeof twoFactorRoom>;

export function twoFactorRoom(deps: TwoFactorDeps) {
  const { call, sessions, steps } = deps;
  /** A session that was resumed or has gone on may be older than the second factor: only a sign-in that has just been is judged. */
  let hasJustSignedIn = false;
  sessions.onChange((_, reason) => {
    if (reason !== "updated") hasJustSignedIn = reason === "signed-in";
  });

  /** See Note: Expected. */
  async function writeExpected(flags: number): Promise<void> {
    const scope = await deps.scope();
    await scope.commit(async () => ({ changes: [], flags, send: (write) => call(api.vault.commit, { ...write, changes: [] }) }));
  }

  async function isSecondFactorMissing(): Promise<boolean> {
    if (!hasJustSignedIn || sessions.session?.user.two_factor_enabled !== false) return false;
    return ((await (await deps.scope()).flags()) & HEAD_FLAGS.twoFactorExpected) !== 0;
  }

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
    await writeExpected(HEAD_FLAGS.twoFactorExpected).catch(() => undefined); // the codes matter more; the next write says it again
    return { recoveryCodes };
  }

  async function disableMfa({ code }: Code): Promise<void> {
    await call(api.account.disableMfa, { code: tidy(code) });
    await sessions.change({ user: { two_factor_enabled: false } });
    await writeExpected(0).catch(() => undefined); // it is off all the same; the next sign-in will ask whether that was meant
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
    /** Whether this sign-in went without a second factor although the vault says that there is one: an administrator removed it, or the server lies. */
    isSecondFactorMissing,
    /** The person knows, and is not told again. */
    acceptMissingSecondFactor: (): Promise<void> => writeExpected(0),
  };
}

/** Authenticators show digits in groups. */
const tidy = (code: string): string => code.replace(/\s/g, "");
