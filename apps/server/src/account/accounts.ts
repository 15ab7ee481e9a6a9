/** Accounts in the database: found by their normalised e-mail, and opened as one with identity, personal scope and first head. */

import type { newAccountBody } from "@coffer/contract/account";
import { AppError } from "@coffer/contract/errors";
import { normaliseEmail } from "@coffer/core/account/email";
import type { Language } from "@coffer/core/device/languages";
import { and, eq, gt, isNull, ne, or } from "drizzle-orm";
import type { z } from "zod";
import type { Viewer } from "../access.ts";
import { passkey, profileLink } from "../db/access-tables.ts";
import type { Db, Tx } from "../db/connect.ts";
import { violatedConstraint } from "../db/database-errors.ts";
import { account, identity, scope, session } from "../db/tables.ts";
import { newMembership } from "../team/new-membership.ts";
import { writeFirstHead } from "../vault/heads.ts";
import { endedAt } from "./session-half.ts";

export type AccountRow = typeof account.$inferSelect;
type Registration = z.output<z.ZodObject<typeof newAccountBody>>;

export { normaliseEmail };

/** The local part; there is no input for a name (decision S-25). */
export const nameOf = (email: string): string => email.slice(0, email.lastIndexOf("@"));

export async function findAccount(db: Db | Tx, email: string): Promise<AccountRow | null> {
  const [row] = await db
    .select()
    .from(account)
    .where(eq(account.email, normaliseEmail(email)));
  return row ?? null;
}

export async function findAccountById(db: Db | Tx, id: string): Promise<AccountRow | null> {
  const [row] = await db.select().from(account).where(eq(account.id, id));
  return row ?? null;
}

/** @throws Error when there is none: every session belongs to an account */
export async function getAccount(db: Db | Tx, id: string, mode: "read" | "lock" = "read"): Promise<AccountRow> {
  const query = db.select().from(account).where(eq(account.id, id));
  const [row] = mode === "lock" ? await query.for("update") : await query;
  if (!row) throw new Error("A session without an account");
  return row;
}

/** The viewer's sessions that are not over. */
export const isLive = (viewer: Pick<Viewer, "accountId">, at: Date) =>
  and(eq(session.account_id, viewer.accountId), isNull(session.revoked_at), gt(session.expires_at, at));

/** Ends every session of an account, or every other one. */
export async function endSessions(tx: Db | Tx, accountId: string, at: Date, exceptSessionId?: string): Promise<void> {
  const isOther = exceptSessionId === undefined ? undefined : ne(session.id, exceptSessionId);
  await tx
    .update(session)
    .set(endedAt(at))
    .where(and(eq(session.account_id, accountId), isNull(session.revoked_at), isOther));
}

/** Ends the links to other profiles: after a changed password, a recovery, or the removal of a second factor by another user (security design §7). */
export async function endLinks(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(profileLink).where(or(eq(profileLink.existing_id, accountId), eq(profileLink.new_id, accountId)));
}

/** Ends the passkeys that open the vault. With new keys their copies open nothing any more, and where an account may have been in other hands none is to sign in. */
export async function endPasskeys(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(passkey).where(eq(passkey.account_id, accountId));
}

export interface NewAccount {
  readonly registration: Registration;
  readonly roleId: number;
  readonly teamId: string | null;
  readonly authHash: string;
  /** Encrypted for the server. */
  readonly hint: string | null;
  readonly at: Date;
  /** Whether a mailed link or code has reached the person; false only where a handed-over link was for this address. */
  readonly isAddressProven: boolean;
  readonly language: Language;
  /** Of a linked profile. */
  readonly rootId?: string;
}

/** @throws AppError email_taken, id_taken, bad_signature; the caller's transaction is lost then. */
export async function insertAccount(tx: Tx, made: NewAccount): Promise<void> {
  const { registration, roleId, teamId, authHash, hint, at, isAddressProven, language, rootId = null } = made;
  const email = normaliseEmail(registration.email);
  const { accountId, personalVaultId } = registration;
  try {
    await tx.insert(account).values({
      id: accountId,
      email,
      name: nameOf(email),
      language,
      role_id: roleId,
      ...newMembership(teamId, at),
      auth_hash: authHash,
      kdf_id: registration.kdfId,
      salt: registration.salt,
      encrypted_vault_key: registration.encryptedVaultKey,
      encrypted_key: registration.encryptedKey,
      recovery_auth_hash: registration.recoveryAuthHash,
      hint,
      is_address_proven: isAddressProven,
      root_id: rootId,
      created_at: at,
    });
    const { publicKey, encryptedPrivateKey } = registration;
    await tx
      .insert(identity)
      .values({ account_id: accountId, public_key: publicKey, encrypted_private_key: encryptedPrivateKey, created_at: at });
    await tx.insert(scope).values({ id: personalVaultId, kind: "personal", owner_id: accountId, seq: 1, generation: 1, created_at: at });
    await writeFirstHead(tx, personalVaultId, publicKey, registration, at);
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === null) throw error;
    throw new AppError(constraint === "account_email_key" ? "email_taken" : "id_taken", undefined, { cause: error });
  }
}
