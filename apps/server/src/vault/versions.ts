/** Earlier versions of an item: who gets which, and how long they are kept. */
import type { api } from "@coffer/contract/api";
import type { ParsedOf, ReplyOf } from "@coffer/contract/endpoint";
import { type SealedVersion, VERSIONS_IN_REPLY, VERSIONS_REPLY_BYTES } from "@coffer/contract/versions";
import { VERSIONS_KEPT_LEAST, VERSIONS_KEPT_MS } from "@coffer/core/constants";
import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { getAccessibleRecord, isLiveGrant, type RecordRow, type Viewer } from "../access.ts";
import type { Db, Tx } from "../db/connect.ts";
import { superseded } from "../db/retention-tables.ts";
import { shareGrant } from "../db/sharing-tables.ts";
import { withoutTimeLimit } from "../db/untimed.ts";
import type { Deps } from "../deps.ts";

type Versions = (typeof api.vault)["versions"];

/** All of one moment. @throws AppError not_found, for foreign, deleted and unknown items alike */
export function listVersions(
  { db, now }: Deps,
  viewer: Viewer,
  { id, skip = 0, most = VERSIONS_IN_REPLY }: ParsedOf<Versions>,
): Promise<ReplyOf<Versions>> {
  const read = async (tx: Tx): Promise<ReplyOf<Versions>> => {
    const at = new Date(now());
    const item = await getAccessibleRecord(tx, viewer, id, "item", at);
    const mayRead = readableOf(viewer, item, at);
    const versions = await readVersions(tx, mayRead, { skip, most: Math.min(most, VERSIONS_IN_REPLY) });
    const all = await tx.$count(superseded, mayRead);
    return { success: true, versions, older: Math.max(0, all - skip - versions.length) };
  };
  return db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });
}

/** Its owner may read all of them; anyone else those that were replaced after they got access, since until then they were what the item is. */
function readableOf(viewer: Viewer, { id, scope_id, owner_id }: RecordRow, at: Date): SQL | undefined {
  const isOfItem = and(eq(superseded.record_id, id), eq(superseded.scope_id, scope_id));
  if (owner_id === viewer.accountId) return isOfItem;
  const isTheirs = and(eq(shareGrant.scope_id, scope_id), isLiveGrant(viewer, at));
  // What a team has is its member's from the day they joined.
  const joined = sql`case when ${shareGrant.team_id} is not null then (select m.joined_at from account m where m.id = ${viewer.accountId}) end`;
  const since = sql`(select min(greatest(${shareGrant.given_at}, ${joined})) from ${shareGrant} where ${isTheirs})`;
  return and(isOfItem, gt(superseded.superseded_at, since));
}

interface Page {
  readonly skip: number;
  readonly most: number;
}

/** As many as fit into one answer, and one at least. Sizes are those in storage, so that no content is read for what does not fit. */
async function readVersions(tx: Tx, mayRead: SQL | undefined, { skip, most }: Page): Promise<SealedVersion[]> {
  const { rows } = await tx.execute<StoredVersion>(sql`
    with page as (select revision, save_id, epoch, seal, fields, superseded_at from ${superseded} where ${mayRead}
        order by superseded_at desc, revision desc offset ${skip} limit ${most}),
      sized as (select page.*, row_number() over newest_first as place, sum(pg_column_size(fields) + pg_column_size(seal)) over newest_first as bytes
        from page window newest_first as (order by superseded_at desc, revision desc rows unbounded preceding))
    select revision::float8 as revision, save_id as "saveId", epoch, seal, fields, floor(extract(epoch from superseded_at) * 1000)::float8 as "replacedAt"
    from sized where place = 1 or bytes <= ${VERSIONS_REPLY_BYTES} order by place`);
  return rows;
}

type StoredVersion = SealedVersion & Record<string, unknown>;

/** Which items have any that may go is read from the index alone. */
export const purgeVersions = (db: Db, now: number): Promise<unknown> => {
  const before = sql`${new Date(now - VERSIONS_KEPT_MS)}::timestamptz`;
  return withoutTimeLimit(db, (tx) =>
    tx.execute(sql`
    delete from superseded where ctid = any(array(
      select place.ctid from (
        select ctid, superseded_at, row_number() over (partition by record_id order by superseded_at desc, revision desc) as newer
        from superseded where record_id in (
          select record_id from superseded group by record_id having count(*) > ${VERSIONS_KEPT_LEAST} and min(superseded_at) <= ${before})
      ) as place where newer > ${VERSIONS_KEPT_LEAST} and superseded_at <= ${before}))`),
  );
};
