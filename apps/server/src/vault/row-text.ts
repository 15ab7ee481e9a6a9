/**
 * Items as JSON text that the database itself makes: what `toWire` (contract/record.ts) makes of a row, for rows with nothing unusual. The server passes it on
 * and neither parses nor writes it: of a pull of ten thousand items that was four fifths of the work (finding O9).
 */
import { isLaterField } from "@coffer/contract/record";
import { RECORD_COLUMNS } from "@coffer/contract/record-columns";
import { type KindName, wireFields } from "@coffer/core/items/kinds";
import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";

const millis = (column: string): SQL => sql.raw(`floor(extract(epoch from ${column}) * 1000)::bigint`);
const columns = Object.values(RECORD_COLUMNS).filter(({ of }) => of === "items");
const COLUMNS = sql.join(
  columns.map(({ wire }) => sql.raw(`'${wire}', r.${wire},`)),
  sql` `,
);

/** Everything of an item's reply but its fields, in a fixed list. */
const fixedPart = (kind: KindName, viewer: Viewer): SQL => sql`json_build_object(
  'id', r.id, 'vault_id', r.scope_id, 'personal_vault_id', ${viewer.personalScopeId}::text, 'revision', r.revision, 'saveId', r.save_id, 'seal', r.seal, ${COLUMNS}
  'created_at', ${millis("r.created_at")}, 'updated_at', ${millis("r.updated_at")}, 'last_used', ${millis("r.last_used_at")},
  'deleted_at', case when r.state = 'trashed' then ${millis("r.deleted_at")} end,
  'is_owner', r.owner_id = ${viewer.accountId}::uuid, 'is_shared', r.owner_id <> ${viewer.accountId}::uuid, 'permission_level', 'write',
  'shared_key', null, 'itemType', ${kind}::text)`;

/**
 * @param ids - of items of that kind
 * @returns the items in that order, divided by commas; null when one of them has fields beside those of its kind, or none, and has to be read by `toWire`
 */
export async function textOfItems(tx: Tx, viewer: Viewer, kind: KindName, ids: readonly string[]): Promise<string | null> {
  const names = wireFields(kind).flatMap(([, wire]) => (isLaterField(wire) ? [] : wire));
  const { rows } = await tx.execute<{ text: string | null; count: number }>(sql`
    select string_agg(rtrim(${fixedPart(kind, viewer)}::text, '}') || ', ' || ltrim(r.fields::text, '{'), ',' order by asked.at) as text, count(*)::int
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as asked(id, at) join record r on r.id = asked.id
    where r.kind = ${kind} and r.fields <> '{}' and r.fields - ${sql.param(names)}::text[] = '{}'`);
  return rows[0]?.count === ids.length ? rows[0].text : null;
}
