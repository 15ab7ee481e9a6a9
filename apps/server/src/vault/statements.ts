/** The statements that change records: one of each sort, whatever the number of records. Whether they may be changed was decided before (check-changes.ts). */
import { AppError } from "@coffer/contract/errors";
import type { PlaceChange, TrashChange } from "@coffer/contract/record";
import { BLANK_COLUMNS, RECORD_COLUMNS } from "@coffer/contract/record-columns";
import { and, eq, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { ScopeRow, Viewer } from "../access.ts";
import type { Db, Tx } from "../db/connect.ts";
import { discardedRecord, earlierPlace, superseded } from "../db/retention-tables.ts";
import { record } from "../db/tables.ts";
import { withoutTimeLimit } from "../db/untimed.ts";
import type { PutRow } from "./check-changes.ts";

/** One array parameter instead of thousands. */
export const anyOf = (column: SQLWrapper, ids: readonly string[]): SQL => sql`${column} = any(${sql.param(ids)}::uuid[])`;
export const isAnyOf = (ids: readonly string[]): SQL => anyOf(record.id, ids);
const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** The columns of RECORD_COLUMNS: their name in a change, in the table, and their type. */
const COLUMNS = Object.entries(RECORD_COLUMNS).map(([name, { wire }]) => ({
  name: sql.identifier(name),
  column: sql.identifier(wire),
  type: sql.raw(record[wire].getSQLType()),
}));
const listed = (write: (column: (typeof COLUMNS)[number]) => SQLWrapper) => sql.join(COLUMNS.map(write), sql`, `);

/** Stores the saves that the puts replace. Only by id, which the planner looks up at once; a foreign id voids the whole write. */
const storeSuperseded = ({ epoch }: ScopeRow, puts: readonly PutRow[], at: Date): SQL => sql`
    insert into superseded (record_id, scope_id, owner_id, kind, revision, save_id, epoch, seal, fields, superseded_at)
    select id, scope_id, owner_id, kind, revision, save_id, ${epoch}, seal, fields, ${at}::timestamptz
    from record where ${isAnyOf(idsOf(puts))} and seal <> ''`;

const TRASHED_AT = sql`to_timestamp("trashedAt" / 1000.0)`;

interface Put {
  readonly target: ScopeRow;
  /** The owner of new records. */
  readonly writer: Pick<Viewer, "accountId">;
}

/** Both in one statement, which sees what was there before it. @throws AppError id_taken */
export async function putRecords(tx: Tx, { target, writer }: Put, puts: readonly PutRow[], seq: number, at: Date): Promise<void> {
  if (puts.length === 0) return;
  const makerId = writer.accountId === target.owner_id ? null : writer.accountId;
  const { rowCount } = await tx.execute(sql`
    with kept as (${storeSuperseded(target, puts, at)})
    insert into record (id, scope_id, owner_id, maker_id, seq, kind, revision, save_id, seal, fields, ${listed(({ column }) => column)},
      state, deleted_at, created_at, updated_at)
    select id, ${target.id}, ${target.owner_id}, ${makerId}::uuid, ${seq}, kind, revision, "saveId", seal, fields, ${listed(({ name }) => name)},
      case when "trashedAt" is null then 'live' else 'trashed' end, ${TRASHED_AT}, ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(puts)}::jsonb) as put(id uuid, kind text, revision bigint, "saveId" text, seal text, fields jsonb,
      ${listed(({ name, type }) => sql`${name} ${type}`)}, "trashedAt" bigint)
    on conflict (id) do update set seq = excluded.seq, revision = excluded.revision, save_id = excluded.save_id, seal = excluded.seal,
      fields = excluded.fields, ${listed(({ column }) => sql`${column} = excluded.${column}`)}, state = excluded.state,
      deleted_at = excluded.deleted_at, updated_at = excluded.updated_at
    where record.scope_id = excluded.scope_id`);
  // An id that another scope took since the check is left alone, and then the whole write is void.
  if (rowCount !== puts.length) throw new AppError("id_taken");
}

export async function placeRecords(tx: Tx, places: readonly PlaceChange[], seq: number): Promise<void> {
  if (places.length === 0) return;
  await tx.execute(sql`
    update record set seq = ${seq}, ${listed(({ name, column }) => sql`${column} = place.${name}`)}
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place(id uuid, ${listed(({ name, type }) => sql`${name} ${type}`)})
    where record.id = place.id`);
}

/** They keep their content and their place. */
export async function trashRecords(tx: Tx, trashed: readonly TrashChange[], seq: number): Promise<void> {
  if (trashed.length === 0) return;
  await tx.execute(sql`
    update record set seq = ${seq}, state = 'trashed', deleted_at = ${TRASHED_AT}
    from jsonb_to_recordset(${JSON.stringify(trashed)}::jsonb) as trash(id uuid, "trashedAt" bigint)
    where record.id = trash.id`);
}

const NO_PLACE = Object.fromEntries(
  Object.entries(RECORD_COLUMNS).map(([name, { wire }]) => [wire, BLANK_COLUMNS[name as keyof typeof RECORD_COLUMNS]]),
);

/** What is left of a purged record: its id, its revision and its last save's. */
export const PURGED = { state: "purged", seal: "", fields: {}, last_used_at: null, ...NO_PLACE } as const;

/** Purged records, whose ids go on in that scope. */
export async function takeOver(tx: Tx, { id: scopeId }: Pick<ScopeRow, "id">, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(record)
      .set({ scope_id: scopeId })
      .where(and(isAnyOf(ids), eq(record.state, "purged")));
}

/** Leaves nothing of them but their ids, in any table. What was purged before is reported once more to devices that pull changes. */
export async function purgeRecords(tx: Tx, ids: readonly string[], seq: number, at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.update(record).set({ seq }).where(isAnyOf(ids));
  const purged = await tx
    .update(record)
    .set({ ...PURGED, deleted_at: at })
    .where(and(isAnyOf(ids), ne(record.state, "purged")))
    .returning({ id: record.id });
  await tx.delete(superseded).where(anyOf(superseded.record_id, idsOf(purged)));
  await tx.delete(earlierPlace).where(anyOf(earlierPlace.record_id, idsOf(purged)));
  await tx.delete(discardedRecord).where(anyOf(discardedRecord.id, idsOf(purged)));
}

/** Removes the content of what has been in the trash since `before` or longer. Its entry stays in the head, so its place stays too, until a client purges it. */
export async function emptyTrash(db: Db, before: Date): Promise<void> {
  for (let emptied = EMPTIED_AT_ONCE; emptied === EMPTIED_AT_ONCE; ) emptied = await withoutTimeLimit(db, (tx) => emptySome(tx, before));
}

/** One account with millions of versions must not keep those of all others from being emptied. */
const EMPTIED_AT_ONCE = 100;

async function emptySome(tx: Tx, before: Date): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update record set seal = '', fields = '{}' where id = any(array(
      select id from record where state = 'trashed' and deleted_at <= ${before}::timestamptz and seal <> '' limit ${EMPTIED_AT_ONCE})) returning id`);
  await tx.delete(superseded).where(anyOf(superseded.record_id, idsOf(rows)));
  await tx.delete(earlierPlace).where(anyOf(earlierPlace.record_id, idsOf(rows)));
  return rows.length;
}

/**
 * Saves of other revisions, in that scope, under its present key; their state and times of creation stay, and so do their owners. They were checked to be
 * there (sharing/moves.ts).
 * @param keepsVersions - see contract/record.ts; never where they come from another scope
 */
export async function reseal(
  tx: Tx,
  { id: scopeId, owner_id: ownerId, kind }: ScopeRow,
  seq: number,
  puts: readonly PutRow[],
  { at, keepsVersions }: { readonly at: Date; readonly keepsVersions: boolean },
): Promise<void> {
  // A personal scope holds only its owner's records.
  const maker = kind === "personal" ? sql`null` : sql`nullif(coalesce(maker_id, owner_id), ${ownerId}::uuid)`;
  await tx.execute(sql`
    update record set scope_id = ${scopeId}, owner_id = ${ownerId}, maker_id = ${maker}, seq = ${seq}, revision = put.revision, save_id = put."saveId", seal = put.seal, fields = put.fields,
      ${listed(({ name, column }) => sql`${column} = put.${name}`)}, updated_at = ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(puts)}::jsonb) as put(id uuid, revision bigint, "saveId" text, seal text, fields jsonb,
      ${listed(({ name, type }) => sql`${name} ${type}`)})
    where record.id = put.id`);
  // Their key is gone, or belongs to another scope.
  if (!keepsVersions) await tx.delete(superseded).where(anyOf(superseded.record_id, idsOf(puts)));
  // Vaults of another scope: an item does not go back there.
  await tx.delete(earlierPlace).where(and(anyOf(earlierPlace.record_id, idsOf(puts)), ne(earlierPlace.scope_id, scopeId)));
}
