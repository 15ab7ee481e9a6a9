/**
 * The reset after a recovery (security design §5): new keys and every record sealed anew, in one transaction. Whatever stops it half-way, a refusal,
 * a crash or a lost connection, leaves the old vault as it was.
 */

import { createHash } from "node:crypto";
import type { ParsedOf, ReplyOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import { pickFields } from "@coffer/contract/record";
import type { recovery as endpoints } from "@coffer/contract/recovery";
import type { Resealed } from "@coffer/contract/resealed";
import { DELETED_KEPT_MS } from "@coffer/core/product";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { getScope, type ScopeRow, type Viewer } from "../access.ts";
import type { Db, Tx } from "../db/connect.ts";
import { account, head, identity, record, scope } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { dateInEmail } from "../mail/emails.ts";
import { queueEmail } from "../mail/outbox.ts";
import { toReply } from "../vault/read.ts";
import { type AccountRow, endLinks, endSessions, getAccount, normaliseEmail } from "./accounts.ts";
import { writeAudit } from "./audit.ts";
import type { AuthHash } from "./auth-hash.ts";
import { forgetDevices, rememberDevice } from "./devices.ts";
import { keepDiscarded } from "./discarded.ts";

type Endpoints = typeof endpoints;
type Reset = ParsedOf<Endpoints["resetPassword"]>;

/** Records sent to the database at once: a statement's parameter must not grow with the vault. */
const CHUNK = 500;

const isLiveOf = (scopeId: string) => and(eq(record.scope_id, scopeId), isNull(record.deleted_at));

/** Every live record of one's own and the head that lists them, of one moment. */
export function entriesForReset(db: Db, viewer: Viewer): Promise<ReplyOf<Endpoints["entriesForReset"]>> {
  const readSnapshot = async (tx: Tx): Promise<ReplyOf<Endpoints["entriesForReset"]>> => {
    const { id, kind, seq, meta, epoch } = await getScope(tx, viewer, viewer.personalScopeId, "look");
    const rows = await tx.select().from(record).where(isLiveOf(id)).orderBy(asc(record.created_at), asc(record.id));
    const [newest] = await tx
      .select({ seq: head.seq, head: head.head })
      .from(head)
      .where(and(eq(head.scope_id, id), eq(head.seq, seq)));
    if (!newest) throw new Error("A scope without its head");
    return { success: true, entries: rows.map((row) => toReply(row, viewer)), scope: { id, kind, seq, meta, epoch }, head: newest };
  };
  return db.transaction(readSnapshot, { isolationLevel: "repeatable read", accessMode: "read only" });
}

/** @throws AppError forbidden, invalid_recovery_key, stale_head, stale_revision, invalid_input, rate_limited */
export async function resetPassword(deps: Deps, authHash: AuthHash, input: Reset, viewer: Viewer): Promise<void> {
  const seen = await getAccount(deps.db, viewer.accountId);
  if (normaliseEmail(input.email) !== seen.email) throw new AppError("forbidden");
  await checkRecoveryKey(deps, seen, input);
  const hash = await authHash.create(input.authKey);
  await deps.db.transaction(async (tx) => {
    const own = await getAccount(tx, seen.id, "lock");
    // The token was for the credentials of then; of two resets at once the second finds new ones.
    if (own.cred_epoch !== seen.cred_epoch) throw new AppError("session_expired");
    await replaceEverything(deps, tx, viewer, own, input, hash);
  });
  deps.log.info("recovery.done", { accountId: seen.id, isDiscarded: input.discardItems === true });
}

/** Who has no recovery key may only start anew, and has to say so. */
async function checkRecoveryKey(
  deps: Deps,
  own: AccountRow,
  { recoveryAuth, discardItems, publicKey, reEncryptedEntries }: Reset,
): Promise<void> {
  if (discardItems) {
    if (reEncryptedEntries.length > 0) throw new AppError("invalid_input", "A vault that starts empty holds no entries.");
    if (publicKey === undefined) throw new AppError("invalid_input", 'The field "publicKey" is missing.');
    return;
  }
  await deps.limits.count("recoveryKey", own.id);
  const proof = createHash("sha256")
    .update(Buffer.from(recoveryAuth ?? "", "hex"))
    .digest("hex");
  if (recoveryAuth === undefined || proof !== own.recovery_auth_hash) throw new AppError("invalid_recovery_key");
  await deps.limits.forgive("recoveryKey", own.id);
}

async function replaceEverything(deps: Deps, tx: Tx, viewer: Viewer, own: AccountRow, input: Reset, hash: string): Promise<void> {
  const at = new Date(deps.now());
  const personal = await getScope(tx, viewer, viewer.personalScopeId, "lock");
  if (personal.seq !== input.baseSeq) throw new AppError("stale_head");
  if (input.discardItems) await discardRecords(tx, own, personal, at);
  else await replaceRecords(tx, personal, input.reEncryptedEntries, at);
  const keyEpoch = own.key_epoch + 1;
  await tx.insert(head).values({ scope_id: personal.id, seq: personal.seq + 1, head: input.head, created_at: at });
  await tx
    .update(scope)
    .set({ seq: personal.seq + 1, epoch: keyEpoch })
    .where(eq(scope.id, personal.id));
  await replaceKeys(tx, own, input, { hash, keyEpoch });
  await endSessions(tx, own.id, at);
  await endLinks(tx, own.id);
  await forgetDevices(tx, own.id);
  if (input.deviceToken !== undefined) await rememberDevice(deps, tx, own.id, input.deviceToken);
  const until = dateInEmail(deps.now() + DELETED_KEPT_MS);
  if (input.discardItems) await queueEmail(deps, tx, { name: "recoveryDiscarded", to: own.email, values: { until } });
  else await queueEmail(deps, tx, { name: "recoveryDone", to: own.email, values: {} });
  await writeAudit(deps, tx, viewer, { accountId: own.id, event: input.discardItems ? "recovery.discarded" : "recovery.done" });
}

/** The second factor stays as it is (decision S-20). */
async function replaceKeys(tx: Tx, own: AccountRow, input: Reset, { hash, keyEpoch }: { hash: string; keyEpoch: number }): Promise<void> {
  const credEpoch = own.cred_epoch + 1;
  await tx
    .update(account)
    .set({
      auth_hash: hash,
      encrypted_vault_key: input.encryptedVaultKey,
      encrypted_key: input.encryptionKey,
      recovery_auth_hash: input.recoveryAuthHash,
      cred_epoch: credEpoch,
      recovery_epoch: credEpoch,
      key_epoch: keyEpoch,
    })
    .where(eq(account.id, own.id));
  const { encryptedPrivateKey, publicKey } = input;
  await tx
    .update(identity)
    .set({ encrypted_private_key: encryptedPrivateKey, ...(publicKey !== undefined && { public_key: publicKey }) })
    .where(eq(identity.account_id, own.id));
}

async function discardRecords(tx: Tx, own: AccountRow, personal: ScopeRow, at: Date): Promise<void> {
  await keepDiscarded(tx, own, personal, at);
  await tx
    .update(record)
    .set({ deleted_at: at, seq: personal.seq + 1 })
    .where(isLiveOf(personal.id));
}

/** @throws AppError stale_revision unless the entries are exactly the live records, each with its next revision */
async function replaceRecords(tx: Tx, personal: ScopeRow, entries: readonly Resealed[], at: Date): Promise<void> {
  const stored = await tx.select({ id: record.id, kind: record.kind, revision: record.revision }).from(record).where(isLiveOf(personal.id));
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const isExact = byId.size === entries.length && stored.length === entries.length;
  const isNext = stored.every(({ id, kind, revision }) => {
    const entry = byId.get(id);
    return entry?.kind === kind && entry.revision === revision + 1 && entry.vault_id === personal.id;
  });
  if (!isExact || !isNext) throw new AppError("stale_revision", "The vault changed during the reset. Please start again.");
  for (let start = 0; start < entries.length; start += CHUNK) {
    const rows = entries.slice(start, start + CHUNK).map(({ id, kind, revision, saveId, seal, ...rest }) => {
      return { id, revision, saveId, seal, fields: pickFields(kind, rest) };
    });
    await tx.execute(sql`
      update record set seq = ${personal.seq + 1}, revision = new.revision, save_id = new."saveId", seal = new.seal, fields = new.fields,
        search_tokens = '{}', updated_at = ${at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(id uuid, revision bigint, "saveId" text, seal text, fields jsonb)
      where record.id = new.id and record.scope_id = ${personal.id}`);
  }
}
