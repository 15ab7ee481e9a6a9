/** A new master password or a new email of a signed-in user: the vault key is wrapped again, the vault itself stays as it is. */
import type { ParsedOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import type { settings as endpoints } from "@coffer/contract/settings";
import { eq } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { violatedConstraint } from "../db/database-errors.ts";
import { account } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { queueEmail } from "../mail/outbox.ts";
import { type Write, writeRecords } from "../vault/records.ts";
import { type AccountRow, endLinks, endPasskeys, endSessions, nameOf, normaliseEmail } from "./accounts.ts";
import { writeAudit } from "./audit.ts";
import type { AuthHash } from "./auth-hash.ts";
import { proveCode, useProof } from "./codes.ts";
import { forgetDevices } from "./devices.ts";
import { encryptHint } from "./password-hints.ts";
import { lockOwn } from "./password-proof.ts";

type Endpoints = typeof endpoints;

/**
 * What goes with new credentials: no record changes, but the head of the personal scope names their epochs. Written before the account is locked, in the order
 * in which every write of records locks the two.
 */
export const headAlone = (
  { personalScopeId: scopeId }: Viewer,
  { baseSeq, head, signature }: Omit<Write, "scopeId" | "changes">,
): Write => ({
  scopeId,
  baseSeq,
  head,
  signature,
  changes: [],
});

/** @returns the new credential epoch */
export async function changePassword(
  deps: Deps,
  authHash: AuthHash,
  input: ParsedOf<Endpoints["changePassword"]>,
  viewer: Viewer,
): Promise<number> {
  const hash = await authHash.create(input.authKey);
  return deps.db.transaction(async (tx) => {
    // The scope is locked before the account, as by every writer.
    await writeRecords(tx, viewer, headAlone(viewer, input), new Date(deps.now()));
    const own = await lockOwn(tx, viewer);
    refuseOutdatedCredentials(own, input.credEpoch - 1);
    const hint = encryptHint(deps, own.id, input.masterPasswordHint);
    const credEpoch = await replaceCredentials(deps, tx, viewer, own, {
      auth_hash: hash,
      encrypted_vault_key: input.encryptedVaultKey,
      hint,
    });
    await queueEmail(deps, tx, { name: "passwordChanged", to: own, values: {} });
    await writeAudit(deps, tx, viewer, { accountId: own.id, event: "password.changed" });
    return credEpoch;
  });
}

/** @returns the new credential epoch */
export async function changeEmail(
  deps: Deps,
  authHash: AuthHash,
  input: ParsedOf<Endpoints["changeEmail"]>,
  viewer: Viewer,
): Promise<number> {
  const proof = { purpose: "email", email: input.email, callerId: viewer.accountId } as const;
  if (!(await proveCode(deps, proof, input, "use"))) throw new AppError("invalid_code");
  const email = normaliseEmail(input.email);
  const hash = await authHash.create(input.authKey);
  return deps.db.transaction(async (tx) => {
    // The scope is locked before the account, as by every writer.
    await writeRecords(tx, viewer, headAlone(viewer, input), new Date(deps.now()));
    const own = await lockOwn(tx, viewer);
    refuseOutdatedCredentials(own, input.credEpoch - 1);
    if (!(await useProof(deps, tx, proof))) throw new AppError("invalid_code");
    const changed = { email, name: nameOf(email), auth_hash: hash, encrypted_vault_key: input.encryptedVaultKey, is_address_proven: true };
    const credEpoch = await replaceCredentials(deps, tx, viewer, own, changed);
    // To the old address: a person who has lost the account reads it there.
    await queueEmail(deps, tx, { name: "emailChanged", to: own, values: { email } });
    await writeAudit(deps, tx, viewer, { accountId: own.id, event: "email.changed" });
    return credEpoch;
  });
}

/** A wrap that was made for another epoch would open nothing. @throws AppError stale_credentials */
export function refuseOutdatedCredentials({ cred_epoch }: AccountRow, madeAt: number): void {
  if (cred_epoch !== madeAt) throw new AppError("stale_credentials");
}

type Changed = Partial<Pick<AccountRow, "email" | "name" | "auth_hash" | "encrypted_vault_key" | "hint" | "is_address_proven">>;

/** Other devices are signed out and links end; the recovery copy stays good, with its own epoch. @throws AppError email_taken */
async function replaceCredentials(deps: Deps, tx: Tx, viewer: Viewer, own: AccountRow, changed: Changed): Promise<number> {
  const credEpoch = own.cred_epoch + 1;
  await tx
    .update(account)
    .set({ ...changed, cred_epoch: credEpoch })
    .where(eq(account.id, own.id))
    .catch((cause: unknown) => {
      throw violatedConstraint(cause) === null ? cause : new AppError("email_taken", undefined, { cause });
    });
  await endSessions(tx, own.id, new Date(deps.now()), viewer.sessionId);
  await endLinks(tx, own.id);
  await endPasskeys(tx, own.id);
  await forgetDevices(tx, own.id);
  return credEpoch;
}
