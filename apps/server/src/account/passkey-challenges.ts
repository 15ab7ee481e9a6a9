/** Challenges for passkeys: random, five minutes, taken once by the caller who was given the id of the request. */
import { and, eq, isNull, lt } from "drizzle-orm";
import { isWithin } from "../clock.ts";
import { passkeyChallenge } from "../db/access-tables.ts";
import { bypassRls } from "../db/bypass-row-level-security.ts";
import type { Db } from "../db/connect.ts";
import type { Deps } from "../deps.ts";
import { generateToken, hmac } from "../secrets.ts";

const VALID_MS = 5 * 60_000;

export interface Challenge {
  readonly requestId: string;
  readonly challenge: string;
}

const requestOf = ({ secrets }: Deps, requestId: string): string => hmac(secrets.code, `passkey\n${requestId}`).toString("base64url");

/** @param accountId - who adds a passkey; null for a sign-in */
export async function askPasskey(deps: Deps, accountId: string | null): Promise<Challenge> {
  const asked = { requestId: generateToken(), challenge: generateToken() };
  const row = { request: requestOf(deps, asked.requestId), account_id: accountId, challenge: asked.challenge };
  await bypassRls("budgets", () => deps.db.insert(passkeyChallenge).values({ ...row, created_at: new Date(deps.now()) }));
  return asked;
}

/** One statement takes it, so that of two answers one finds none. @returns null when it is unknown, used, late, or another account's */
export async function takeChallenge(deps: Deps, requestId: string, accountId: string | null): Promise<string | null> {
  const isTheirs = accountId === null ? isNull(passkeyChallenge.account_id) : eq(passkeyChallenge.account_id, accountId);
  const [row] = await bypassRls("budgets", () =>
    deps.db
      .delete(passkeyChallenge)
      .where(and(eq(passkeyChallenge.request, requestOf(deps, requestId)), isTheirs))
      .returning(),
  );
  return row && isWithin(VALID_MS, row.created_at, deps.now()) ? row.challenge : null;
}

export async function purgeChallenges(db: Db, now: number): Promise<void> {
  await db.delete(passkeyChallenge).where(lt(passkeyChallenge.created_at, new Date(now - VALID_MS)));
}
