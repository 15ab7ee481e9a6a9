/** Vaults left behind by a reset without the recovery key. They stay sealed for 30 days, in case the recovery key is found. */

import type { ReplyOf } from "@coffer/contract/endpoint";
import type { recovery } from "@coffer/contract/recovery";
import { DELETED_KEPT_MS } from "@coffer/core/constants";
import { and, asc, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { RecordRow, ScopeRow, Viewer } from "../access.ts";
import type { Db, Tx } from "../db/connect.ts";
import { discardedRecord, discardedVault } from "../db/retention-tables.ts";
import { identity, record } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { newestHead } from "../vault/heads.ts";
import { isListedIn, toReply } from "../vault/read.ts";
import { PURGED } from "../vault/statements.ts";
import type { AccountRow } from "./accounts.ts";

type Vaults = ReplyOf<typeof recovery.discardedVaults>["vaults"];

/** Stores how the present vault is opened, before its keys and its head are replaced, and moves its records there: what stays in `record` is purged. */
export async function discardRecords(tx: Tx, own: AccountRow, personal: ScopeRow, at: Date): Promise<void> {
  const [keys] = await tx.select().from(identity).where(eq(identity.account_id, own.id));
  if (!keys) throw new Error("An account without identity");
  const newest = await newestHead(tx, personal);
  await tx.insert(discardedVault).values({
    account_id: own.id,
    discarded_at: at,
    encrypted_key: own.encrypted_key,
    recovery_epoch: own.recovery_epoch,
    key_epoch: own.key_epoch,
    public_key: keys.public_key,
    encrypted_private_key: keys.encrypted_private_key,
    head_seq: newest.seq,
    head_generation: newest.generation,
    head: newest.head,
    head_signature: newest.signature,
  });
  const theirs = isListedIn(personal.id);
  // In a personal scope everything belongs to its owner.
  const { id, scope_id, owner_id, maker_id: _, ...saved } = getTableColumns(record);
  const kept = { account_id: sql`${own.id}::uuid`.as("account_id"), discarded_at: sql`${at}::timestamptz`.as("discarded_at") };
  await tx.insert(discardedRecord).select(
    tx
      .select({ ...kept, id, scope_id, owner_id, ...saved })
      .from(record)
      .where(theirs),
  );
  await tx
    .update(record)
    .set({ ...PURGED, deleted_at: at, seq: personal.seq + 1 })
    .where(theirs);
}

/** Newest first; vaults whose live records were all brought back are left out. */
export async function discardedVaults({ db, now }: Deps, viewer: Viewer): Promise<Vaults> {
  const rows = await db
    .select()
    .from(discardedVault)
    .where(eq(discardedVault.account_id, viewer.accountId))
    .orderBy(desc(discardedVault.discarded_at));
  const vaults: Vaults[number][] = [];
  for (const row of rows) {
    if (row.discarded_at.getTime() + DELETED_KEPT_MS <= now()) continue;
    const { records, isLeft } = await discardedRecordsOf(db, row);
    if (!isLeft) continue;
    vaults.push({
      discardedAt: row.discarded_at.getTime(),
      encryptedKey: row.encrypted_key,
      recoveryEpoch: row.recovery_epoch,
      keyEpoch: row.key_epoch,
      publicKey: row.public_key,
      encryptedPrivateKey: row.encrypted_private_key,
      head: { seq: row.head_seq, generation: row.head_generation, head: row.head, signature: row.head_signature },
      entries: records.map((one) => toReply(one, viewer)),
    });
  }
  return vaults;
}

/** All records of that time: their head lists them all, so a device that was interrupted while restoring could not verify a part of them. */
async function discardedRecordsOf(
  db: Db,
  { account_id, discarded_at }: typeof discardedVault.$inferSelect,
): Promise<{ readonly records: RecordRow[]; readonly isLeft: boolean }> {
  const { account_id: _, discarded_at: __, ...whole } = getTableColumns(discardedRecord);
  const isGone = sql<boolean>`${record.state} = 'purged' and ${record.deleted_at} = ${discardedRecord.discarded_at}`;
  const rows = await db
    .select({ ...whole, isGone })
    .from(discardedRecord)
    .innerJoin(record, eq(record.id, discardedRecord.id))
    .where(and(eq(discardedRecord.account_id, account_id), eq(discardedRecord.discarded_at, discarded_at)))
    .orderBy(asc(discardedRecord.created_at), asc(discardedRecord.id));
  return { records: rows.map((row) => ({ ...row, maker_id: null })), isLeft: rows.some((row) => row.isGone && row.state === "live") };
}
