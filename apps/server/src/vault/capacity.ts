/** How many records there may be: of an account, and of members in another's vault, whose owner's room they take nothing off. */
import { AppError } from "@coffer/contract/errors";
import { MAX_RECORDS } from "@coffer/contract/vault";
import { MAX_ITEMS, MAX_MEMBERS_ITEMS } from "@coffer/core/constants";
import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { AccessibleScope } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { record } from "../db/tables.ts";
import type { CheckedChanges } from "./check-changes.ts";

/** Before they are written. @throws AppError too_many_items, members_full */
export async function checkCapacity(
  tx: Tx,
  target: Pick<AccessibleScope, "id" | "owner_id" | "relation">,
  more: CheckedChanges["more"],
): Promise<void> {
  const isOwner = target.relation === "owner";
  if (more.listed <= 0 && (more.live <= 0 || !isOwner)) return;
  const isOfThese = isOwner
    ? and(eq(record.owner_id, target.owner_id), isNull(record.maker_id))
    : and(eq(record.scope_id, target.id), isNotNull(record.maker_id));
  const [row] = await tx
    .select({ live: sql<number>`(count(*) filter (where ${record.state} = 'live'))::int`, listed: sql<number>`count(*)::int` })
    .from(record)
    .where(and(isOfThese, ne(record.state, "purged")));
  const { live = 0, listed = 0 } = row ?? {};
  const isTooMuch = (has: number, added: number, max: number): boolean => added > 0 && has + added > max;
  if (!isOwner && isTooMuch(listed, more.listed, MAX_MEMBERS_ITEMS)) throw new AppError("members_full");
  if (isOwner && (isTooMuch(live, more.live, MAX_ITEMS) || isTooMuch(listed, more.listed, MAX_RECORDS)))
    throw new AppError("too_many_items");
}
