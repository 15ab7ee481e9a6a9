/** Where items were, and whether they were in the trash, before that changed: kept for as long as their versions, for the vault as it was on an earlier day (as-of.ts). */
import { VERSIONS_KEPT_MS } from "@coffer/core/constants";
import { lte, sql } from "drizzle-orm";
import type { Db, Tx } from "../db/connect.ts";
import { earlierPlace } from "../db/retention-tables.ts";
import type { CheckedChanges, KnownById } from "./check-changes.ts";
import { isAnyOf } from "./statements.ts";

/** Ids of items that will be elsewhere, or are put into the trash or taken out of it. */
export function changedPlaces({ puts, places, trashed }: CheckedChanges, known: KnownById): readonly string[] {
  const isMoved = ({ id, categoryId, favourite }: { id: string; categoryId: string | null; favourite: boolean }): boolean => {
    const before = known.get(id);
    return before !== undefined && (before.categoryId !== categoryId || before.favourite !== favourite);
  };
  const isBack = ({ id }: { id: string }): boolean => known.get(id)?.state === "trashed";
  return [...puts.filter((put) => isMoved(put) || isBack(put)), ...places.filter(isMoved), ...trashed].map(({ id }) => id);
}

/** Only what the owner of the scope changes: no one else can move an item, and what others put into the trash says itself since when. */
export async function keepPlaces(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    insert into earlier_place (record_id, scope_id, owner_id, category_id, favourite, deleted_at, replaced_at)
    select id, scope_id, owner_id, category_id, favourite, deleted_at, ${at}::timestamptz
    from record where ${isAnyOf(ids)} and kind <> 'category' and state <> 'purged'`);
}

export const purgePlaces = (db: Db, now: number): Promise<unknown> =>
  db.delete(earlierPlace).where(lte(earlierPlace.replaced_at, new Date(now - VERSIONS_KEPT_MS)));
