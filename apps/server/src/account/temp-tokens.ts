/** Signed tokens for one purpose, shorter-lived than a session. Each becomes invalid with the credentials it was made under. */
import { jwtVerify, SignJWT } from "jose";
import { isWithin } from "../clock.ts";
import type { Deps } from "../deps.ts";
import { type AccountRow, findAccountById } from "./accounts.ts";

/** Minutes of life by purpose (decision N-04). The purpose is the token's audience: no token serves another. */
const MINUTES = { mfa: 5, recovery: 15 } as const;
export type TempPurpose = keyof typeof MINUTES;

export function generateTempToken(deps: Deps, purpose: TempPurpose, account: AccountRow): Promise<string> {
  const at = Math.floor(deps.now() / 1000);
  return new SignJWT({ cred: account.cred_epoch })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(account.id)
    .setAudience(purpose)
    .setIssuedAt(at)
    .setExpirationTime(at + MINUTES[purpose] * 60)
    .sign(deps.secrets.token);
}

/** @returns the account, or null when the token is forged, late, for another purpose, or of credentials that have changed since */
export async function readTempToken(deps: Deps, purpose: TempPurpose, token: string): Promise<AccountRow | null> {
  const claims = await verified(deps, purpose, token);
  const account = claims && (await findAccountById(deps.db, claims.accountId));
  return account?.cred_epoch === claims?.credEpoch ? account : null;
}

async function verified(
  { secrets, now }: Deps,
  purpose: TempPurpose,
  token: string,
): Promise<{ accountId: string; credEpoch: number } | null> {
  try {
    const { payload } = await jwtVerify(token, secrets.token, { algorithms: ["HS256"], audience: purpose, currentDate: new Date(now()) });
    // One that was made before the clock went back (clock.ts).
    const isPresent = isWithin(MINUTES[purpose] * 60_000, new Date((payload.iat ?? 0) * 1000), now());
    return isPresent && payload.sub && typeof payload.cred === "number" ? { accountId: payload.sub, credEpoch: payload.cred } : null;
  } catch {
    return null; // Forged, late or not a token at all: they read alike.
  }
}
