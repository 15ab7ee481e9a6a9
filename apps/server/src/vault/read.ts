/** The one read path: records as the specification's replies show them, and the pull of one snapshot (security design §4). */
import type { api } from "@coffer/contract/api";
import type { ParsedOf, ReplyOf } from "@coffer/contract/endpoint";
import { type SealedRecord, toWire, type WireRecord } from "@coffer/contract/record";
import { columnsOfRow } from "@coffer/contract/record-columns";
import type { HeadText } from "@coffer/contract/vault";
import { KIND_NAMES, type KindName, kindOf, type RecordKind } from "@coffer/core/items/kinds";
import { and, asc, desc, eq, gt, ne, type SQL } from "drizzle-orm";
import { getScope, type RecordRow, type Viewer } from "../access.ts";
import type { Db, Tx } from "../db/connect.ts";
import { account, head, record } from "../db/tables.ts";
import { toHeadText, toScopeState } from "./heads.ts";

type Pull = (typeof api.vault)["pull"];

/** A row as its owner sees it. */
export function toReply(row: RecordRow, viewer: Viewer): WireRecord {
  const sealed: SealedRecord = {
    id: row.id,
    kind: row.kind as RecordKind,
    scopeId: row.scope_id,
    revision: row.revision,
    saveId: row.save_id,
    seal: row.seal,
    fields: row.fields,
    ...columnsOfRow(row),
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
    trashedAt: row.state === "trashed" ? (row.deleted_at?.getTime() ?? null) : null,
  };
  return toWire(sealed, { isOwner: row.owner_id === viewer.accountId, permission: "write" }, viewer.personalScopeId);
}

/** Every live record that the viewer may read and that satisfies the conditions, the oldest first. */
export function findRows(db: Db, viewer: Viewer, ...conditions: readonly SQL[]): Promise<RecordRow[]> {
  return db
    .select()
    .from(record)
    .where(and(eq(record.owner_id, viewer.accountId), eq(record.state, "live"), ...conditions))
    .orderBy(asc(record.created_at), asc(record.id));
}

export async function listRecords(db: Db, viewer: Viewer, kind: RecordKind): Promise<WireRecord[]> {
  const rows = await findRows(db, viewer, eq(record.kind, kind));
  return rows.map((row) => toReply(row, viewer));
}

/** Records, tombstones and heads of one moment; a write that commits meanwhile is in none of them. */
export function pull(db: Db, viewer: Viewer, input: ParsedOf<Pull>): Promise<ReplyOf<Pull>> {
  const readSnapshot = async (tx: Tx): Promise<ReplyOf<Pull>> => {
    const target = await getScope(tx, viewer, input.scope ?? viewer.personalScopeId, "look");
    const rows = await tx
      .select()
      .from(record)
      .where(and(isListedIn(target.id), input.since === undefined ? undefined : gt(record.seq, input.since)));
    return {
      success: true,
      data: byKind(rows, viewer, { ...ALL_ITEMS, categories: "categories" }),
      scope: toScopeState(target),
      heads: await readHeads(tx, target.id, input.heads ?? input.since),
      tombstones: await readTombstones(tx, target.id, input.since),
      epochs: target.kind === "personal" ? await readEpochs(tx, viewer) : null,
      used: await readUsed(tx, target.id, input.usedSince),
    };
  };
  return db.transaction(readSnapshot, { isolationLevel: "repeatable read", accessMode: "read only" });
}

/** What the head of a scope lists: what is live, and what lies in the trash. */
export const isListedIn = (scopeId: string) => and(eq(record.scope_id, scopeId), ne(record.state, "purged"));

/** Without `after` the newest alone: whoever has no pin yet pins that one. */
async function readHeads(tx: Tx, scopeId: string, after: number | undefined): Promise<HeadText[]> {
  const query = tx.select().from(head);
  const rows =
    after === undefined
      ? await query.where(eq(head.scope_id, scopeId)).orderBy(desc(head.seq)).limit(1)
      : await query.where(and(eq(head.scope_id, scopeId), gt(head.seq, after))).orderBy(asc(head.seq));
  return rows.map(toHeadText);
}

async function readTombstones(tx: Tx, scopeId: string, since: number | undefined): Promise<string[]> {
  if (since === undefined) return [];
  const isTombstone = and(eq(record.scope_id, scopeId), eq(record.state, "purged"), gt(record.seq, since));
  const rows = await tx.select({ id: record.id }).from(record).where(isTombstone);
  return rows.map(({ id }) => id);
}

async function readEpochs(tx: Tx, viewer: Viewer): Promise<ReplyOf<Pull>["epochs"]> {
  const [row] = await tx
    .select({ cred: account.cred_epoch, recovery: account.recovery_epoch })
    .from(account)
    .where(eq(account.id, viewer.accountId));
  return row ?? null;
}

async function readUsed(tx: Tx, scopeId: string, since: number | undefined): Promise<ReplyOf<Pull>["used"]> {
  if (since === undefined) return [];
  const rows = await tx
    .select({ id: record.id, at: record.last_used_at })
    .from(record)
    .where(and(isListedIn(scopeId), gt(record.last_used_at, new Date(since))));
  return rows.flatMap(({ id, at }) => (at ? [{ id, at: at.getTime() }] : []));
}

/** What the lists of a reply are called. */
interface ListNames {
  readonly nameOf: (kind: KindName) => string;
  /** Absent where the reply has no list of vaults. */
  readonly categories?: string;
}

/** Rows as replies, one list per kind, empty ones too. */
export function byKind(rows: readonly RecordRow[], viewer: Viewer, { nameOf, categories }: ListNames): Record<string, WireRecord[]> {
  const names = new Map<string, string>(KIND_NAMES.map((kind) => [kind, nameOf(kind)]));
  if (categories !== undefined) names.set("category", categories);
  const lists: Record<string, WireRecord[]> = Object.fromEntries([...names.values()].map((name) => [name, []]));
  for (const row of rows) lists[names.get(row.kind) ?? ""]?.push(toReply(row, viewer));
  return lists;
}

export const ALL_ITEMS: ListNames = { nameOf: (kind) => kindOf(kind).list };
