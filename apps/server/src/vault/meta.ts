/** Changes of what is clear on purpose: favourite, vault, last use. They carry no head and count the scope's meta instead (decision N-42). */
import { AppError } from "@coffer/contract/errors";
import { and, eq, isNull, sql } from "drizzle-orm";
import { getRecord, type RecordRow, type Viewer } from "../access.ts";
import type { Db, Tx } from "../db/connect.ts";
import { record, scope } from "../db/tables.ts";

type Patch = Partial<Pick<RecordRow, "favourite" | "category_id" | "last_used_at">>;
/** What to change, once the item's scope is locked. */
type Decide = (tx: Tx, item: RecordRow) => Patch | Promise<Patch>;

/** @throws AppError not_found when the item is gone or not the viewer's */
export function changeMeta(db: Db, viewer: Viewer, id: string, decide: Decide): Promise<{ meta: number; item: RecordRow }> {
  return db.transaction(async (tx) => {
    const { scope_id } = await getRecord(tx, viewer, id, "item");
    // Locks the scope, as every writer does first; only then is the item what it will be.
    const [counted] = await tx
      .update(scope)
      .set({ meta: sql`${scope.meta} + 1` })
      .where(eq(scope.id, scope_id))
      .returning({ meta: scope.meta });
    const patch = await decide(tx, await getRecord(tx, viewer, id, "item"));
    const [item] = await tx
      .update(record)
      .set({ ...patch, meta_seq: counted?.meta ?? 0 })
      .where(and(eq(record.id, id), isNull(record.deleted_at)))
      .returning();
    if (!counted || !item) throw new AppError("not_found");
    return { meta: counted.meta, item };
  });
}
