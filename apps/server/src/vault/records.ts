/**
 * The one write path: every change of every record, of whatever kind, passes `writeRecords`, in one transaction with the head that lists it
 * (security design §4). Any number of changes takes the same few statements.
 */
import { AppError } from "@coffer/contract/errors";
import type { Change, PutChange } from "@coffer/contract/record";
import { RECORD_COLUMNS } from "@coffer/contract/record-columns";
import { MAX_ITEMS } from "@coffer/core/product";
import { and, eq, type SQLWrapper, sql } from "drizzle-orm";
import { getScope, type ScopeRow, type Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { head as headTable, record, scope } from "../db/tables.ts";
import { checkChanges, type Known } from "./check-changes.ts";

export interface Write {
  readonly scopeId: string;
  readonly baseSeq: number;
  /** The wrapped table of contents after the changes; not readable here. */
  readonly head: string;
  readonly changes: readonly Change[];
}

/**
 * Writes the changes as the scope's next seq, or nothing at all.
 * @returns the scope's new seq
 * @throws AppError not_found, stale_head, stale_revision, id_taken, too_many_items, invalid_input
 */
export async function writeRecords(tx: Tx, viewer: Viewer, write: Write, at: Date): Promise<number> {
  const target = await getScope(tx, viewer, write.scopeId, "lock");
  if (target.seq !== write.baseSeq) throw new AppError("stale_head");
  const known = await findKnown(tx, write.changes);
  const { puts, removedIds, newCount } = checkChanges(target, viewer.accountId, write.changes, known);
  if (newCount > 0) await checkCapacity(tx, viewer, newCount);
  const seq = target.seq + 1;
  await tx.insert(headTable).values({ scope_id: target.id, seq, head: write.head, created_at: at });
  await tx.update(scope).set({ seq }).where(eq(scope.id, target.id));
  await putRecords(tx, target, puts, seq, at);
  await writeTombstones(tx, removedIds, seq, at);
  return seq;
}

/** What is stored under the ids of the changes and of the vaults they name, whoever's it is. */
async function findKnown(tx: Tx, changes: readonly Change[]): Promise<ReadonlyMap<string, Known>> {
  const ids = new Set(changes.map((change) => change.id));
  for (const change of changes) if (change.op === "put" && change.categoryId !== null) ids.add(change.categoryId);
  const { id, scope_id, owner_id, kind, revision, deleted_at } = record;
  const rows = await tx
    .select({ id, scopeId: scope_id, ownerId: owner_id, kind, revision, deletedAt: deleted_at })
    .from(record)
    .where(isAnyOf([...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** One array parameter instead of thousands. */
export const isAnyOf = (ids: readonly string[]) => sql`${record.id} = any(${sql.param(ids)}::uuid[])`;

async function checkCapacity(tx: Tx, viewer: Viewer, newCount: number): Promise<void> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(record)
    .where(and(eq(record.owner_id, viewer.accountId), sql`${record.deleted_at} is null`));
  if ((row?.count ?? 0) + newCount > MAX_ITEMS) throw new AppError("too_many_items");
}

/** The columns of RECORD_COLUMNS: their name in a change, in the table, and their type. */
const COLUMNS = Object.entries(RECORD_COLUMNS).map(([name, { wire }]) => ({
  name: sql.identifier(name),
  column: sql.identifier(wire),
  type: sql.raw(record[wire].getSQLType()),
}));
const listed = (write: (column: (typeof COLUMNS)[number]) => SQLWrapper) => sql.join(COLUMNS.map(write), sql`, `);

async function putRecords(tx: Tx, target: ScopeRow, puts: readonly PutChange[], seq: number, at: Date): Promise<void> {
  if (puts.length === 0) return;
  const { rowCount } = await tx.execute(sql`
    insert into record (id, scope_id, owner_id, seq, kind, revision, save_id, seal, fields, ${listed(({ column }) => column)},
      search_tokens, created_at, updated_at)
    select id, ${target.id}, ${target.owner_id}, ${seq}, kind, revision, "saveId", seal, fields, ${listed(({ name }) => name)},
      coalesce("searchTokens", '{}'), ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(puts)}::jsonb) as put(id uuid, kind text, revision bigint, "saveId" text, seal text, fields jsonb,
      ${listed(({ name, type }) => sql`${name} ${type}`)}, "searchTokens" text[])
    on conflict (id) do update set seq = excluded.seq, revision = excluded.revision, save_id = excluded.save_id, seal = excluded.seal,
      fields = excluded.fields, ${listed(({ column }) => sql`${column} = excluded.${column}`)}, search_tokens = excluded.search_tokens, updated_at = excluded.updated_at, deleted_at = null
    where record.scope_id = excluded.scope_id`);
  // An id that another scope took after we looked is left alone, and then the whole write is void.
  if (rowCount !== puts.length) throw new AppError("id_taken");
}

/** Tombstones keep their ciphertext. What lay in a removed vault lies in none. */
async function writeTombstones(tx: Tx, ids: readonly string[], seq: number, at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.update(record).set({ deleted_at: at, seq, search_tokens: [] }).where(isAnyOf(ids));
  const inThem = sql`r.category_id = any(${sql.param(ids)}::uuid[]) and r.deleted_at is null`;
  await tx.execute(sql`update scope set meta = meta + 1 where id in (select r.scope_id from record r where ${inThem})`);
  await tx.execute(sql`update record r set category_id = null, meta_seq = scope.meta from scope where scope.id = r.scope_id and ${inThem}`);
}
