/** Accounts in the database: found by their normalised e-mail, and opened as one with identity, personal scope and first head. */

import type { account as endpoints } from "@coffer/contract/account";
import type { ParsedOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import { eq } from "drizzle-orm";
import { type Db, type Tx, violatedConstraint } from "../db/connect.ts";
import { account, head, identity, scope } from "../db/tables.ts";

export type AccountRow = typeof account.$inferSelect;
export type Registration = ParsedOf<(typeof endpoints)["register"]>;

/** The one spelling of an e-mail that is stored and compared; the client derives its salt from the same. */
export const normaliseEmail = (email: string): string => email.normalize("NFKC").trim().toLowerCase();

export async function findAccount(db: Db | Tx, email: string): Promise<AccountRow | null> {
  const [row] = await db
    .select()
    .from(account)
    .where(eq(account.email, normaliseEmail(email)));
  return row ?? null;
}

export interface NewAccount {
  readonly registration: Registration;
  readonly roleId: number;
  readonly teamId: string | null;
  readonly authHash: string;
  /** Encrypted for the server. */
  readonly hint: string | null;
  readonly at: Date;
}

/** @throws AppError email_taken, id_taken; the caller's transaction is lost then. */
export async function insertAccount(tx: Tx, { registration, roleId, teamId, authHash, hint, at }: NewAccount): Promise<void> {
  const email = normaliseEmail(registration.email);
  const { accountId, personalVaultId } = registration;
  try {
    await tx.insert(account).values({
      id: accountId,
      email,
      // The local part; there is no input for a name (decision S-25).
      name: email.slice(0, email.lastIndexOf("@")),
      role_id: roleId,
      team_id: teamId,
      auth_hash: authHash,
      kdf_id: registration.kdfId,
      salt: registration.salt,
      encrypted_vault_key: registration.encryptedVaultKey,
      encrypted_key: registration.encryptedKey,
      recovery_auth_hash: registration.recoveryAuthHash,
      hint,
      created_at: at,
    });
    const { publicKey, encryptedPrivateKey } = registration;
    await tx
      .insert(identity)
      .values({ account_id: accountId, public_key: publicKey, encrypted_private_key: encryptedPrivateKey, created_at: at });
    await tx.insert(scope).values({ id: personalVaultId, kind: "personal", owner_id: accountId, seq: 1, created_at: at });
    await tx.insert(head).values({ scope_id: personalVaultId, seq: 1, head: registration.head, created_at: at });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === null) throw error;
    throw new AppError(constraint === "account_email_key" ? "email_taken" : "id_taken", undefined, { cause: error });
  }
}
