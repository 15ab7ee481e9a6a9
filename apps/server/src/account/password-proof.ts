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
 * the session, then for its device; neither keeps another session of the owner from proving.
 * @throws AppError rate_limited
 */
export async function proveMasterPassword(deps: Deps, authHash: AuthHash, viewer: Viewer, authKey: string): Promise<boolean> {
  const forgive = await countProof(deps, viewer);
  const { auth_hash } = await getAccount(deps.db, viewer.accountId);
  if (!(await authHash.matches(auth_hash, authKey))) return false;
  await forgive();
  await deps.db
    .update(session)
    // It opens a locked session too: a version that does not sign its calls asks for it.
    .set({ proven_at: new Date(deps.now()), ...(viewer.isLocked && { is_guarded: false }) })
    .where(eq(session.id, viewer.sessionId));
  return true;
}

/** @returns what takes the count back, for a right one */
async function countProof({ db, limits }: Deps, { sessionId }: Viewer): Promise<() => Promise<void>> {
  for (const budget of BUDGETS) await limits.count(budget, sessionId);
  const [row] = await db.select({ device: session.device_id }).from(session).where(eq(session.id, sessionId));
  const device = row?.device ?? null;
  const isBeyond = device !== null && !(await limits.note("verifyMasterPasswordDevice", device));
  if (isBeyond) await limits.count("verifyMasterPasswordFew", sessionId);
  return async () => {
    for (const budget of BUDGETS) await limits.forgive(budget, sessionId);
    if (device !== null) await limits.forgive("verifyMasterPasswordDevice", device);
    if (isBeyond) await limits.forgive("verifyMasterPasswordFew", sessionId);
  };
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
