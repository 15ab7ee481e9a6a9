/** Whether a code is a second factor of an account: of its authenticator, or one of its recovery codes. Both work once. */

import { randomInt } from "node:crypto";
import { AppError } from "@coffer/contract/errors";
import { CODE_FORM } from "@coffer/core/account/codes";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import type { Viewer } from "../access.ts";
import { account } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { decryptForServer, hmac } from "../secrets.ts";
import type { AccountRow } from "./accounts.ts";
import { writeAuditAlone } from "./audit.ts";

/** RFC 6238 as every authenticator app has it. */
const PERIOD_SECONDS = 30;
export const TOTP_FORM = { algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS } as const;
/** Of the tries of a day, those that may be a time step early or late. See Note: Nine in a million (http/attempts.ts). */
const LENIENT_TRIES = 2;

export type CodeRefusal = "invalid_mfa_code" | "invalid_code";

/**
 * Uses a code up.
 * @param seen - with a second factor that is on
 * @throws AppError `refusal` when it does not fit or was used before; rate_limited after too many that did not
 */
export async function checkSecondFactor(
  deps: Deps,
  viewer: Viewer,
  seen: AccountRow,
  code: string,
  refusal: CodeRefusal = "invalid_mfa_code",
): Promise<void> {
  const isDigits = CODE_FORM.test(code);
  const name = isDigits ? "authenticatorCode" : "recoveryCode";
  const tries = await deps.attempts.take(name, seen.id);
  const isRight = isDigits
    ? await useAuthenticatorCode(deps, seen, code, tries <= LENIENT_TRIES ? 1 : 0)
    : await useRecoveryCode(deps, seen, code);
  if (!isRight) throw new AppError(refusal);
  await deps.attempts.giveBack(name, seen.id);
  if (!isDigits) await writeAuditAlone(deps, viewer, { accountId: seen.id, event: "login.recovery-code-used" });
}

/**
 * The time step whose code this is.
 * @param leniency - steps before and after the present one that count too
 * @returns null when it is of none of them
 */
export function stepOf(secret: string, code: string, now: number, leniency: 0 | 1): number | null {
  const totp = new TOTP({ ...TOTP_FORM, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: leniency });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

async function useAuthenticatorCode(deps: Deps, { id, mfa_secret }: AccountRow, code: string, leniency: 0 | 1): Promise<boolean> {
  if (mfa_secret === null) return false;
  const step = stepOf(decryptForServer(deps.secrets.totp, id, mfa_secret), code, deps.now(), leniency);
  if (step === null) return false;
  // One statement decides, so that of two who send the same code one is refused.
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

/** Crockford's 32 characters: none is taken for another. */
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
