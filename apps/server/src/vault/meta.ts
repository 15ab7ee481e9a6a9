/** Changes of plaintext metadata: favourite, vault, last use. They carry no head and count the scope's meta instead (decision N-42). */
import { AppError } from "@coffer/contract/errors";
import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { getRecord, type RecordRow, type ScopeRow, type Viewer } from "../access.ts";
import type { Db, Tx } from "../db/connect.ts";
import { record, scope } from "../db/tables.ts";
import { isAnyOf } from "./records.ts";

export type Patch = Partial<Pick<RecordRow, "favourite" | "category_id" | "last_used_at">>;
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

export type ScopeMeta = Pick<ScopeRow, "id" | "meta">;

/**
 * The same change of many items, all or none; each of their scopes counts once.
 * @throws AppError not_found when one of them is gone, is a vault or is not the viewer's
 */
export function changeMany(db: Db, viewer: Viewer, ids: readonly string[], decide: (tx: Tx) => Promise<Patch>): Promise<ScopeMeta[]> {
  const wanted = [...new Set(ids)];
  const isWanted = and(isAnyOf(wanted), eq(record.owner_id, viewer.accountId), ne(record.kind, "category"), isNull(record.deleted_at));
  return db.transaction(async (tx) => {
    const theirs = tx.select({ id: record.scope_id }).from(record).where(isWanted);
    // In order of their ids, so that two such calls never wait for each other.
    const locked = await tx.select({ id: scope.id }).from(scope).where(inArray(scope.id, theirs)).orderBy(asc(scope.id)).for("update");
    if (locked.length === 0) throw new AppError("not_found");
    const scopes = await tx
      .update(scope)
      .set({ meta: sql`${scope.meta} + 1` })
      .where(
        inArray(
          scope.id,
          locked.map(({ id }) => id),
        ),
      )
      .returning({ id: scope.id, meta: scope.meta });
    const meta_seq = sql`(select ${scope.meta} from ${scope} where ${scope.id} = ${record.scope_id})`;
    const { rowCount } = await tx
      .update(record)
      .set({ ...(await decide(tx)), meta_seq })
      .where(isWanted);
    if (rowCount !== wanted.length) throw new AppError("not_found");
    return scopes;
  });
}
