/** Whether a code is a second factor of an account: of its authenticator, or one of its backup codes. Both work once. */

import { randomInt } from "node:crypto";
import { AppError } from "@coffer/contract/errors";
import { CODE_FORM } from "@coffer/core/account/codes";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import type { Viewer } from "../access.ts";
import { account } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { AttemptName } from "../http/attempts.ts";
import { decryptForServer, hmac } from "../secrets.ts";
import type { AccountRow } from "./accounts.ts";
import { writeAuditAlone } from "./audit.ts";

/** RFC 6238, as every authenticator app implements it. */
const PERIOD_SECONDS = 30;
export const TOTP_FORM = { algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS } as const;
/** Apps and servers differ by this many steps at most. */
const LENIENT_STEPS = 1;

type CodeRefusal = "invalid_mfa_code" | "invalid_code";

/** Who gives a code: each has tries that the others cannot use up. */
const BUDGETS = {
  unknown: "authenticatorCode",
  known: "authenticatorCodeKnown",
  session: "authenticatorCodeSession",
} as const satisfies Record<string, AttemptName>;

export interface GivenCode {
  readonly code: string;
  /** A device that the account knows, a user signed in to it, or neither. */
  readonly asker: keyof typeof BUDGETS;
  readonly refusal?: CodeRefusal;
}

/**
 * Uses a code up. Recovery codes have 50 bits: they need no budget, and still let in an owner whose tries another person has used up.
 * @param seen - with a second factor that is on
 * @throws AppError `refusal` when it does not fit or was used before; rate_limited after too many of an authenticator that did not
 */
export async function checkSecondFactor(
  deps: Deps,
  viewer: Viewer,
  seen: AccountRow,
  { code, asker, refusal = "invalid_mfa_code" }: GivenCode,
): Promise<void> {
  if (!CODE_FORM.test(code)) {
    if (!(await useRecoveryCode(deps, seen, code))) throw new AppError(refusal);
    return writeAuditAlone(deps, viewer, { accountId: seen.id, event: "login.recovery-code-used" });
  }
  await deps.attempts.take(BUDGETS[asker], seen.id);
  if (!(await useAuthenticatorCode(deps, seen, code))) throw new AppError(refusal);
  await deps.attempts.giveBack(BUDGETS[asker], seen.id);
}

/** The time step that this code belongs to: the present one or a neighbour. @returns null when it belongs to none of them */
export function stepOf(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...TOTP_FORM, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: LENIENT_STEPS });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

async function useAuthenticatorCode(deps: Deps, { id, mfa_secret }: AccountRow, code: string): Promise<boolean> {
  if (mfa_secret === null) return false;
  const step = stepOf(decryptForServer(deps.secrets.totp, id, mfa_secret), code, deps.now());
  if (step === null) return false;
  // One statement decides, so that of two callers who send the same code one is refused.
  const isUnused = or(isNull(account.mfa_last_step), lt(account.mfa_last_step, step));
  const used = await deps.db
    .update(account)
    .set({ mfa_last_step: step })
    .where(and(eq(account.id, id), eq(account.mfa_secret, mfa_secret), isUnused));
  return used.rowCount === 1;
}

async function useRecoveryCode(deps: Deps, { id }: AccountRow, code: string): Promise<boolean> {
  const hash = hashRecoveryCode(deps, id, code);
  const used = await deps.db
    .update(account)
    .set({ mfa_recovery_hashes: sql`array_remove(${account.mfa_recovery_hashes}, ${hash})` })
    .where(and(eq(account.id, id), sql`${hash} = any(${account.mfa_recovery_hashes})`));
  return used.rowCount === 1;
}

/** Crockford's 32 characters: no two look alike. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RECOVERY_CODES = 10;

/** Ten codes of 50 bits, in two groups of five. */
export const generateRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const text = Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
    return `${text.slice(0, 5)}-${text.slice(5)}`;
  });

/** @param code - as typed: in any case, with or without the hyphen, O for 0 and I or L for 1 */
export function hashRecoveryCode({ secrets }: Deps, accountId: string, code: string): string {
  const text = code.toLowerCase().replaceAll("-", "").replaceAll("o", "0").replace(/[il]/g, "1");
  return hmac(secrets.recoveryCode, `${accountId}\n${text}`).toString("base64url");
}
