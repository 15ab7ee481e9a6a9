/** The vault as it was at an earlier moment: of each own item that was changed since, the save that was current then, and where it was. */
import type { ItemThen } from "@coffer/contract/as-of";
import { ITEMS_IN_REPLY, THEN_REPLY_BYTES, type timeTravel } from "@coffer/contract/as-of";
import type { ParsedOf, ReplyOf } from "@coffer/contract/endpoint";
import { sql } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";

type AsOf = (typeof timeTravel)["asOf"];

/** Only what the caller owns: of other people's items the owner decides, and what was before someone had access is not theirs to see. */
function itemsAsOf({ db }: Deps, { accountId }: Viewer, { at, after }: ParsedOf<AsOf>): Promise<ReplyOf<AsOf>> {
  const read = async (tx: Tx): Promise<ReplyOf<AsOf>> => {
    const { rows } = await tx.execute<StoredItem>(pageOf(accountId, new Date(at), after ?? null));
    const items = rows.map(({ id, save, place }) => ({ id, save, place }));
    return { success: true, items, next: rows.at(-1)?.more ? (items.at(-1)?.id ?? null) : null };
  };
  return db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });
}

export const timeTravelHandlers = (deps: Deps): Handlers<typeof timeTravel> => ({
  asOf: (input, viewer) => itemsAsOf(deps, viewer, input),
});

type StoredItem = ItemThen & { readonly more: boolean } & Record<string, unknown>;

const MS = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)::float8`);

/**
 * As many as fit into one answer, and one at least; `more`: there are others behind the last. Sizes are those in storage. A save is one of then if the one before it was replaced
 * by then, or it was the first; where versions are missing, that is not known.
 */
const pageOf = (accountId: string, at: Date, after: string | null) => sql`
  with page as (
    select r.id, r.scope_id, r.created_at from record r
    where r.owner_id = ${accountId} and r.kind <> 'category' and r.state <> 'purged' and r.seal <> '' and r.created_at <= ${at}::timestamptz
      and (${after}::uuid is null or r.id > ${after}::uuid)
      and (r.updated_at > ${at}::timestamptz or exists (select from earlier_place p where p.record_id = r.id and p.replaced_at > ${at}::timestamptz))
    order by r.id limit ${ITEMS_IN_REPLY + 1}),
  found as (
    select page.id, page.created_at, v.revision, v.save_id, v.epoch, v.seal, v.fields, v.superseded_at, p.replaced_at, p.category_id, p.favourite, p.deleted_at,
      (select max(b.superseded_at) from superseded b where b.record_id = page.id and b.scope_id = page.scope_id and b.revision = v.revision - 1) as since,
      row_number() over by_id as number, count(*) over () as total,
      sum(coalesce(pg_column_size(v.fields) + pg_column_size(v.seal), 0) + 200) over by_id as bytes
    from page
    left join lateral (select * from superseded s where s.record_id = page.id and s.scope_id = page.scope_id and s.superseded_at > ${at}::timestamptz
      order by s.superseded_at, s.revision limit 1) v on true
    left join lateral (select * from earlier_place e where e.record_id = page.id and e.scope_id = page.scope_id and e.replaced_at > ${at}::timestamptz
      order by e.replaced_at limit 1) p on true
    window by_id as (order by page.id rows unbounded preceding))
  select id, number < total as more,
    case when revision is not null then jsonb_build_object('revision', revision, 'saveId', save_id, 'epoch', epoch, 'seal', seal, 'fields', fields,
      'replacedAt', ${MS("superseded_at")}, 'savedAt', case when revision = 1 then ${MS("created_at")} else ${MS("since")} end) end as save,
    case when replaced_at is not null then jsonb_build_object('categoryId', category_id, 'favourite', favourite, 'trashedAt', ${MS("deleted_at")}) end as place
  from found where number = 1 or (number <= ${ITEMS_IN_REPLY} and bytes <= ${THEN_REPLY_BYTES}) order by number`;
