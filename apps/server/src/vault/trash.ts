/**
 * The trash: tombstones that still have their ciphertext. Purging empties them for good.
 *
 * Note: Empty tombstones. The row itself stays, without content: a device that was away must learn that the item is gone, however late it comes.
 */
import { AppError } from "@coffer/contract/errors";
import type { WireRecord } from "@coffer/contract/record";
import type { trash } from "@coffer/contract/vault-lists";
import { KIND_NAMES } from "@coffer/core/items/kinds";
import { and, desc, eq, inArray, isNotNull, lte, ne, type SQL } from "drizzle-orm";
import type { RecordRow, Viewer } from "../access.ts";
import type { Db, Tx } from "../db/connect.ts";
import { record } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { ALL_ITEMS, byKind, toReply } from "./read.ts";
import { isAnyOf } from "./records.ts";

export function trashHandlers({ db }: Deps): Handlers<typeof trash> {
  return {
    listTrash: async (_, viewer) => {
      const isItem = inArray(record.kind, [...KIND_NAMES]);
      const rows = await db
        .select()
        .from(record)
        .where(and(isTrashOf(viewer), isItem))
        .orderBy(desc(record.deleted_at), record.id);
      return { success: true, data: byKind(rows, viewer, { ...ALL_ITEMS, reply: trashReply }) };
    },
    purge: async ({ id }, viewer) => {
      await purge(db, viewer, [id]);
      return { success: true };
    },
    purgeMany: async ({ ids }, viewer) => {
      await purge(db, viewer, ids);
      return { success: true };
    },
  };
}

/** Empties every tombstone older than `before`; what the hourly job does after 30 days (decision N-13). */
export const purgeTombstones = (db: Db, before: Date): Promise<number> => empty(db, lte(record.deleted_at, before));

const isFilledTombstone = and(isNotNull(record.deleted_at), ne(record.seal, ""));
const isTrashOf = (viewer: Viewer) => and(eq(record.owner_id, viewer.accountId), isFilledTombstone);

const trashReply = (row: RecordRow, viewer: Viewer): WireRecord => ({
  ...toReply(row, viewer),
  deleted_at: row.deleted_at?.getTime() ?? null,
});

/** @throws AppError not_found when one of them is not in the viewer's trash; then none is purged */
function purge(db: Db, viewer: Viewer, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  return db.transaction(async (tx) => {
    const count = await empty(tx, and(isAnyOf(wanted), isTrashOf(viewer)));
    if (count !== wanted.length) throw new AppError("not_found");
  });
}

/** See Note: Empty tombstones. @returns how many had something left */
async function empty(db: Db | Tx, which: SQL | undefined): Promise<number> {
  const nothing = { seal: "", fields: {}, search_tokens: [], category_id: null, last_used_at: null, color: null, icon: null };
  const { rowCount } = await db.update(record).set(nothing).where(and(which, isFilledTombstone));
  return rowCount ?? 0;
}
