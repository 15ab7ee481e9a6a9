/**
 * Rows of long replies, as JSON that PostgreSQL writes.
 *
 * Note: Two writers of one text. `toReply` (read.ts) makes the reply of any row. In a full vault that means: the driver parses each row, we build an object of it and
 * write it again, which takes several times as long as reading it. So the usual row, an item whose fields are all of its kind's list, is written by PostgreSQL. One
 * with fields of later versions, or with what no one should get, comes without a text and goes through `toReply`. A test compares both, row by row.
 */
import { isLaterField } from "@coffer/contract/record";
import { RECORD_COLUMNS } from "@coffer/contract/record-columns";
import { KIND_NAMES, type KindName, wireFields } from "@coffer/core/items/kinds";
import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { record } from "../db/tables.ts";
import { isAnyOf } from "./statements.ts";

/** The fields of each kind that a reply may show. */
const NAMES = new Map<string, readonly string[]>(
  KIND_NAMES.map((kind) => [kind, wireFields(kind).flatMap(([, wire]) => (isLaterField(wire) ? [] : [wire]))]),
);
export const hasTexts = (kind: string | undefined): kind is KindName => kind !== undefined && NAMES.has(kind);

const idOrNull = (id: SQL): SQL => sql`coalesce('"' || ${id} || '"', 'null')`;
const jsonOrNull = (value: SQL): SQL => sql`coalesce(to_json(${value})::text, 'null')`;
/** Milliseconds since 1970. */
const timeOrNull = (at: SQL): SQL => sql`coalesce(floor(extract(epoch from ${at}) * 1000)::text, 'null')`;

/** The columns of RECORD_COLUMNS that items have. */
const COLUMNS: readonly (readonly [string, SQL])[] = Object.values(RECORD_COLUMNS)
  .filter(({ of }) => of === "items")
  .map(({ wire }) => [wire, jsonOrNull(sql`${record[wire]}`)]);

/** Every name of `toWire` (contract) but the fields, with the JSON of its value. */
function membersOf(kind: KindName, { accountId, personalScopeId }: Viewer): readonly (readonly [string, SQL])[] {
  const isOwner = sql`coalesce(${record.maker_id}, ${record.owner_id}) = ${accountId}::uuid`;
  return [
    ["id", idOrNull(sql`${record.id}`)],
    ["vault_id", idOrNull(sql`${record.scope_id}`)],
    ["personal_vault_id", idOrNull(sql`${personalScopeId}::uuid`)],
    ["revision", sql`${record.revision}`],
    ["saveId", jsonOrNull(sql`${record.save_id}`)],
    ["seal", jsonOrNull(sql`${record.seal}`)],
    ...COLUMNS,
    ["created_at", timeOrNull(sql`${record.created_at}`)],
    ["updated_at", timeOrNull(sql`${record.updated_at}`)],
    ["last_used", timeOrNull(sql`${record.last_used_at}`)],
    ["deleted_at", timeOrNull(sql`case when ${record.state} = 'trashed' then ${record.deleted_at} end`)],
    ["is_owner", jsonOrNull(isOwner)],
    ["is_shared", jsonOrNull(sql`not (${isOwner})`)],
    ["permission_level", sql`'"write"'`],
    ["shared_key", sql`'null'`],
    ["itemType", sql`'"${sql.raw(kind)}"'`],
  ];
}

function textOf(kind: KindName, viewer: Viewer): SQL {
  const members = membersOf(kind, viewer).flatMap(([name, json], at) => [sql`'${sql.raw(at === 0 ? "" : ",")}"${sql.raw(name)}":'`, json]);
  const maker = sql`case when ${record.scope_id} <> ${viewer.personalScopeId}::uuid then ',"makerId":' || ${idOrNull(sql`${record.maker_id}`)} end`;
  const fields = [sql`rtrim(${record.fields}::text, '}')`, sql`case when ${record.fields} <> '{}' then ',' end`];
  return sql`concat(${sql.join([...fields, ...members, maker], sql`, `)}, '}')`;
}

/**
 * @param ids - of records of that kind, as their owner or a pull of their scope shows them
 * @returns by id; null for a row that is not a usual one
 */
export async function readTexts(
  tx: Tx,
  viewer: Viewer,
  kind: KindName,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const names = sql.raw(`'{${(NAMES.get(kind) ?? []).join(",")}}'::text[]`);
  const isUsual = sql`${record.kind} = ${kind} and ${record.fields} - ${names} = '{}'`;
  const text = sql<string | null>`case when ${isUsual} then ${textOf(kind, viewer)} end`;
  const rows = await tx.select({ id: record.id, text }).from(record).where(isAnyOf(ids));
  return new Map(rows.map((row) => [row.id, row.text]));
}
