/** A signed-in user proves the master password, before anything that a stolen session alone must not do (security design §7). */
import { AppError } from "@coffer/contract/errors";
import { and, eq, isNull } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { session } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { type AccountRow, getAccount } from "./accounts.ts";
import type { AuthHash } from "./auth-hash.ts";

const BUDGETS = ["verifyMasterPassword", "verifyMasterPasswordDay"] as const;

/**
 * Whether the auth key is the account's. A right one is noted on the session, and no call asks again for ten minutes. Wrong ones count for
 * the session alone, so that a stolen token keeps no other session of the owner from proving; for another session the thief has to sign in.
 * @throws AppError rate_limited
 */
export async function proveMasterPassword(deps: Deps, authHash: AuthHash, viewer: Viewer, authKey: string): Promise<boolean> {
  for (const budget of BUDGETS) await deps.limits.count(budget, viewer.sessionId);
  const { auth_hash } = await getAccount(deps.db, viewer.accountId);
  if (!(await authHash.matches(auth_hash, authKey))) return false;
  for (const budget of BUDGETS) await deps.limits.forgive(budget, viewer.sessionId);
  await deps.db
    .update(session)
    .set({ proven_at: new Date(deps.now()) })
    .where(eq(session.id, viewer.sessionId));
  return true;
}

/**
 * The viewer's own account, locked until the transaction ends.
 * @throws AppError session_expired when the session ended since the call was admitted: another device has just changed the credentials
 */
export async function lockOwn(tx: Tx, viewer: Viewer): Promise<AccountRow> {
  const own = await getAccount(tx, viewer.accountId, "lock");
  const isLive = and(eq(session.id, viewer.sessionId), isNull(session.revoked_at));
  const [live] = await tx.select({ id: session.id }).from(session).where(isLive);
  if (!live) throw new AppError("session_expired");
  return own;
}
