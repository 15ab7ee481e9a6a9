/** Vaults left behind by a reset without the recovery key. They stay sealed for 30 days, in case the recovery key is found. */

import { recovery } from "@coffer/contract/recovery";
import { DELETED_KEPT_MS } from "@coffer/core/constants";
import { and, asc, desc, eq, getTableColumns, gt, sql } from "drizzle-orm";
import type { ScopeRow, Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { discardedRecord, discardedVault } from "../db/retention-tables.ts";
import { identity, record } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { type JsonStream, StreamedRows, streamReply } from "../http/streamed-reply.ts";
import { newestHead } from "../vault/heads.ts";
import { type Found, inGroups, isListedIn, toReply } from "../vault/read.ts";
import { PURGED } from "../vault/statements.ts";
import type { AccountRow } from "./accounts.ts";

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
export function discardedVaults(deps: Deps, viewer: Viewer): Promise<JsonStream> {
  return streamReply(deps, recovery.discardedVaults.reply, async (tx) => {
    const since = new Date(deps.now() - DELETED_KEPT_MS);
    const rows = await tx
      .select()
      .from(discardedVault)
      .where(and(eq(discardedVault.account_id, viewer.accountId), gt(discardedVault.discarded_at, since), isLeft))
      .orderBy(desc(discardedVault.discarded_at));
    const vaults = [];
    for (const row of rows) vaults.push({ ...aboutVault(row), entries: entriesOf(tx, viewer, row, await findDiscarded(tx, row)) });
    return { success: true as const, vaults };
  });
}

type VaultRow = typeof discardedVault.$inferSelect;

/** Whether one of its live records was not brought back. */
const isLeft = sql`exists (select from discarded_record as was join record as now_is on now_is.id = was.id
  where was.account_id = ${discardedVault.account_id} and was.discarded_at = ${discardedVault.discarded_at} and was.state = 'live'
  and now_is.state = 'purged' and now_is.deleted_at = was.discarded_at)`;

const aboutVault = (row: VaultRow) => ({
  discardedAt: row.discarded_at.getTime(),
  encryptedKey: row.encrypted_key,
  recoveryEpoch: row.recovery_epoch,
  keyEpoch: row.key_epoch,
  publicKey: row.public_key,
  encryptedPrivateKey: row.encrypted_private_key,
  head: { seq: row.head_seq, generation: row.head_generation, head: row.head, signature: row.head_signature },
});

const isOf = ({ account_id, discarded_at }: VaultRow) =>
  and(eq(discardedRecord.account_id, account_id), eq(discardedRecord.discarded_at, discarded_at));

/** All records of that time: their head lists them all, so a device that was interrupted while restoring could not verify a part of them. */
function findDiscarded(tx: Tx, vault: VaultRow): Promise<Found[]> {
  const bytes = sql<number>`pg_column_size(${discardedRecord.fields})`;
  return tx
    .select({ id: discardedRecord.id, kind: discardedRecord.kind, vaultId: discardedRecord.category_id, bytes })
    .from(discardedRecord)
    .innerJoin(record, eq(record.id, discardedRecord.id))
    .where(isOf(vault))
    .orderBy(asc(discardedRecord.created_at), asc(discardedRecord.id));
}

const entriesOf = (tx: Tx, viewer: Viewer, vault: VaultRow, found: readonly Found[]): StreamedRows =>
  new StreamedRows(async function* () {
    const { account_id: _, discarded_at: __, ...whole } = getTableColumns(discardedRecord);
    for (const group of inGroups(found)) {
      const isHere = sql`${discardedRecord.id} = any(${sql.param(group.map(({ id }) => id))}::uuid[])`;
      const rows = await tx
        .select(whole)
        .from(discardedRecord)
        .where(and(isOf(vault), isHere))
        .orderBy(asc(discardedRecord.created_at), asc(discardedRecord.id));
      yield rows.map((row) => JSON.stringify(toReply({ ...row, maker_id: null }, viewer))).join(",");
    }
  });
