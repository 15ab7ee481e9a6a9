/** Vaults that were left behind in a reset without the recovery key. Kept 30 days, sealed, for a recovery key that turns up late. */

import type { ReplyOf } from "@coffer/contract/endpoint";
import type { recovery } from "@coffer/contract/recovery";
import { DELETED_KEPT_MS } from "@coffer/core/product";
import { and, desc, eq } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { discardedVault } from "../db/access-tables.ts";
import type { Tx } from "../db/connect.ts";
import { head, identity, record, type scope } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { toReply } from "../vault/read.ts";
import type { AccountRow } from "./accounts.ts";

type Vaults = ReplyOf<typeof recovery.discardedVaults>["vaults"];

/** Notes how the vault of now is opened, before its keys are replaced; its records become tombstones of the same moment. */
export async function keepDiscarded(tx: Tx, own: AccountRow, personal: typeof scope.$inferSelect, at: Date): Promise<void> {
  const [keys] = await tx.select().from(identity).where(eq(identity.account_id, own.id));
  const [newest] = await tx
    .select()
    .from(head)
    .where(and(eq(head.scope_id, personal.id), eq(head.seq, personal.seq)));
  if (!keys || !newest) throw new Error("An account without identity or head");
  await tx.insert(discardedVault).values({
    account_id: own.id,
    discarded_at: at,
    encrypted_key: own.encrypted_key,
    recovery_epoch: own.recovery_epoch,
    key_epoch: own.key_epoch,
    public_key: keys.public_key,
    encrypted_private_key: keys.encrypted_private_key,
    head_seq: newest.seq,
    head: newest.head,
  });
}

/** Newest first; those of which everything was brought back are left out. */
export async function discardedVaults({ db, now }: Deps, viewer: Viewer): Promise<Vaults> {
  const rows = await db
    .select()
    .from(discardedVault)
    .where(eq(discardedVault.account_id, viewer.accountId))
    .orderBy(desc(discardedVault.discarded_at));
  const vaults: Vaults[number][] = [];
  for (const row of rows) {
    if (row.discarded_at.getTime() + DELETED_KEPT_MS <= now()) continue;
    const isOfThen = and(eq(record.scope_id, viewer.personalScopeId), eq(record.deleted_at, row.discarded_at));
    const records = await db.select().from(record).where(isOfThen);
    if (records.length === 0) continue;
    vaults.push({
      discardedAt: row.discarded_at.getTime(),
      encryptedKey: row.encrypted_key,
      recoveryEpoch: row.recovery_epoch,
      keyEpoch: row.key_epoch,
      publicKey: row.public_key,
      encryptedPrivateKey: row.encrypted_private_key,
      head: { seq: row.head_seq, head: row.head },
      entries: records.map((one) => toReply(one, viewer)),
    });
  }
  return vaults;
}
