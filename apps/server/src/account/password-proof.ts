/** Proof of the master password from somebody who is signed in, before what a stolen session alone must not do. */
import { AppError } from "@coffer/contract/errors";
import type { Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import type { Deps } from "../deps.ts";
import { type AccountRow, getAccount } from "./accounts.ts";
import type { AuthHash } from "./auth-hash.ts";

/**
 * @returns the account whose password was proven
 * @throws AppError wrong_master_password, rate_limited
 */
export async function proveMasterPassword(deps: Deps, authHash: AuthHash, viewer: Viewer, authKey: string): Promise<AccountRow> {
  await deps.limits.count("verifyMasterPassword", viewer.accountId);
  const row = await getAccount(deps.db, viewer.accountId);
  if (!(await authHash.matches(row.auth_hash, authKey))) throw new AppError("wrong_master_password");
  await deps.limits.forgive("verifyMasterPassword", viewer.accountId);
  return row;
}

/** The same account, locked until the transaction ends. @throws AppError wrong_master_password when its credentials changed since the proof */
export async function lockProven(tx: Tx, proven: AccountRow): Promise<AccountRow> {
  const row = await getAccount(tx, proven.id, "lock");
  if (row.auth_hash !== proven.auth_hash) throw new AppError("wrong_master_password");
  return row;
}
