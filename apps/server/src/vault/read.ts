/** The one read path: records as the specification's replies show them, and the pull of one snapshot (security design §4). */
import { api, items } from "@coffer/contract/api";
import type { ParsedOf, ReplyOf } from "@coffer/contract/endpoint";
import { type SealedRecord, toWire, type WireRecord } from "@coffer/contract/record";
import { columnsOfRow } from "@coffer/contract/record-columns";
import { HEADS_IN_REPLY } from "@coffer/contract/schemas";
import type { HeadText } from "@coffer/contract/vault";
import { KIND_NAMES, type KindName, kindOf, type RecordKind } from "@coffer/core/items/kinds";
import { and, asc, desc, eq, gt, lte, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { getAccessibleScope, type RecordRow, type ScopeRow, type Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { departed } from "../db/sharing-tables.ts";
import { account, head, record } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { type JsonStream, StreamedRows, streamReply } from "../http/streamed-reply.ts";
import { readMembers, readShared } from "../sharing/read.ts";
import { NO_RIGHTS, type Rights, rightsOf } from "../sharing/rights.ts";
import { readTrust } from "../sharing/trust.ts";
import { toHeadText, toScopeState } from "./heads.ts";
import { hasTexts, readTexts } from "./row-texts.ts";
import { anyOf, isAnyOf } from "./statements.ts";

type Pull = (typeof api.vault)["pull"];

/** A row as the viewer may see it. @param rights - in the scopes of others */
export function toReply(row: RecordRow, viewer: Viewer, rights: Rights = NO_RIGHTS): WireRecord {
  const sealed: SealedRecord = {
    id: row.id,
    kind: row.kind as RecordKind,
    scopeId: row.scope_id,
    revision: row.revision,
    saveId: row.save_id,
    seal: row.seal,
    ...(row.scope_id !== viewer.personalScopeId && { makerId: row.maker_id }),
    fields: row.fields,
    ...columnsOfRow(row),
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
    trashedAt: row.state === "trashed" ? (row.deleted_at?.getTime() ?? null) : null,
  };
  const right = rights.get(row.scope_id);
  return toWire(
    sealed,
    { isOwner: (row.maker_id ?? row.owner_id) === viewer.accountId, permission: "write", ...right },
    viewer.personalScopeId,
  );
}

/** Which records, without their content. */
export interface Found {
  readonly id: string;
  readonly kind: string;
  readonly vaultId: string | null;
  /** About how many bytes its content takes where it is stored. */
  readonly bytes: number;
}

/** Every record that satisfies the condition, in that order. */
export const find = (tx: Tx, condition: SQL | undefined, ...order: readonly SQLWrapper[]): Promise<Found[]> =>
  tx
    .select({ id: record.id, kind: record.kind, vaultId: record.category_id, bytes: sql<number>`pg_column_size(${record.fields})` })
    .from(record)
    .where(condition)
    .orderBy(...order.map((by) => sql`${by}`));

/** Every live record that the viewer may read and that satisfies the conditions, the oldest first. */
export const findLive = (tx: Tx, viewer: Viewer, rights: Rights, ...conditions: readonly SQL[]): Promise<Found[]> =>
  find(tx, and(isReadableBy(viewer, rights), eq(record.state, "live"), ...conditions), asc(record.created_at), asc(record.id));

/** The viewer's own records, and those of the scopes in which the viewer has a right. */
export const isReadableBy = (viewer: Viewer, rights: Rights): SQL | undefined =>
  rights.size === 0
    ? eq(record.owner_id, viewer.accountId)
    : or(eq(record.owner_id, viewer.accountId), anyOf(record.scope_id, [...rights.keys()]));

/** Content is read this many rows at a time, fewer where they are large: a piece takes a few milliseconds, whatever the vault holds. */
const ROWS_AT_ONCE = 100;
const BYTES_AT_ONCE = 524_288;

/** @returns them in groups that are read at once; a record larger than a group gets one of its own. */
export function* inGroups(found: readonly Found[]): Generator<readonly Found[]> {
  let group: Found[] = [];
  let bytes = 0;
  for (const one of found) {
    if (group.length === ROWS_AT_ONCE || (group.length > 0 && bytes + one.bytes > BYTES_AT_ONCE)) {
      yield group;
      [group, bytes] = [[], 0];
    }
    group.push(one);
    bytes += one.bytes;
  }
  if (group.length > 0) yield group;
}

/** What was found, to be read when it is sent, in the same snapshot. */
export function rowsOf(tx: Tx, viewer: Viewer, found: readonly Found[], rights: Rights = NO_RIGHTS): StreamedRows {
  return new StreamedRows(async function* () {
    for (const group of inGroups(found)) {
      const texts = await textsOfRows(tx, viewer, group, rights);
      yield texts.join(",");
    }
  });
}

async function textsOfRows(tx: Tx, viewer: Viewer, group: readonly Found[], rights: Rights): Promise<string[]> {
  const ids = group.map(({ id }) => id);
  const kind = group[0]?.kind;
  const areOfOneKind = rights.size === 0 && group.every((one) => one.kind === kind);
  const texts = areOfOneKind && hasTexts(kind) ? await readTexts(tx, viewer, kind, ids) : new Map<string, string | null>();
  const unusual = ids.filter((id) => (texts.get(id) ?? null) === null);
  const rows = unusual.length === 0 ? [] : await tx.select().from(record).where(isAnyOf(unusual));
  const written = new Map(rows.map((row) => [row.id, JSON.stringify(toReply(row, viewer, rights))]));
  return ids.flatMap((id) => texts.get(id) ?? written.get(id) ?? []);
}

export async function listRecords(deps: Deps, viewer: Viewer, kind: RecordKind): Promise<JsonStream> {
  const rights = await rightsOf(deps, viewer);
  return streamReply(deps, (kind === "category" ? api.vault.listVaults : items[kind].list).reply, async (tx) =>
    rowsOf(tx, viewer, await findLive(tx, viewer, rights, eq(record.kind, kind)), rights),
  );
}

/** Records, tombstones and heads of one moment; a write that commits during the read is in none of them. */
export function pull(deps: Deps, viewer: Viewer, input: ParsedOf<Pull>): Promise<JsonStream> {
  const at = new Date(deps.now());
  return streamReply(deps, api.vault.pull.reply, async (tx) => {
    const target = await getAccessibleScope(tx, viewer, input.scope ?? viewer.personalScopeId, "read", at);
    const isPersonal = target.kind === "personal";
    const found = await find(
      tx,
      and(isListedIn(target.id), input.since === undefined ? undefined : gt(record.seq, input.since)),
      asc(record.id),
    );
    return {
      success: true as const,
      data: byKind(tx, viewer, found, { ...ALL_ITEMS, categories: "categories" }),
      scope: toScopeState(target),
      heads: await readHeads(tx, target.id, input.heads ?? input.since),
      tombstones: await readTombstones(tx, target.id, input.since),
      epochs: isPersonal ? await readEpochs(tx, viewer) : null,
      used: await readUsed(tx, target.id, input.usedSince),
      scopes: isPersonal ? await readShared(tx, viewer, at) : [],
      trust: isPersonal ? await readTrust(tx, viewer) : null,
      members: isPersonal ? null : await readMembers(deps.db, tx, target),
      ...ownSince(target, input.since),
    };
  });
}

/** A device that has it already is not sent it again. */
const ownSince = ({ own, own_at: seq }: ScopeRow, since: number | undefined): { readonly own?: string } =>
  own === null || (since !== undefined && seq !== null && seq <= since) ? {} : { own };

/** What the head of a scope lists: what is live, and what is in the trash. */
export const isListedIn = (scopeId: string) => and(eq(record.scope_id, scopeId), ne(record.state, "purged"));

/** A head is some hundred bytes, and may be eight thousand: they are written into the reply in one piece. */
const HEADS_BYTES = 4_194_304;

/** Without `after` the newest alone: a device without a pin pins that one. */
async function readHeads(tx: Tx, scopeId: string, after: number | undefined): Promise<HeadText[]> {
  const { seq, generation, signature } = head;
  const isOf = eq(head.scope_id, scopeId);
  if (after === undefined) return (await tx.select().from(head).where(isOf).orderBy(desc(seq)).limit(1)).map(toHeadText);
  const bytes = sql<number>`sum(octet_length(${head.head})) over (order by ${seq})`.as("bytes");
  const following = tx
    .select({ seq, generation, head: head.head, signature, bytes })
    .from(head)
    .where(and(isOf, gt(seq, after)))
    .orderBy(asc(seq))
    .limit(HEADS_IN_REPLY)
    .as("following");
  const rows = await tx.select().from(following).where(lte(following.bytes, HEADS_BYTES)).orderBy(asc(following.seq));
  return rows.map(toHeadText);
}

async function readTombstones(tx: Tx, scopeId: string, since: number | undefined): Promise<string[]> {
  if (since === undefined) return [];
  const isTombstone = and(eq(record.scope_id, scopeId), eq(record.state, "purged"), gt(record.seq, since));
  const isGone = and(eq(departed.scope_id, scopeId), gt(departed.seq, since));
  const purged = tx.select({ id: record.id }).from(record).where(isTombstone);
  const rows = await purged.unionAll(tx.select({ id: departed.record_id }).from(departed).where(isGone));
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

/** One list per kind, empty ones too. */
export function byKind(
  tx: Tx,
  viewer: Viewer,
  found: readonly Found[],
  { nameOf, categories }: ListNames,
  rights: Rights = NO_RIGHTS,
): Record<string, StreamedRows> {
  const names = new Map<string, string>(KIND_NAMES.map((kind) => [kind, nameOf(kind)]));
  if (categories !== undefined) names.set("category", categories);
  const listOf = (kind: string): StreamedRows =>
    rowsOf(
      tx,
      viewer,
      found.filter((one) => one.kind === kind),
      rights,
    );
  return Object.fromEntries([...names].map(([kind, name]) => [name, listOf(kind)]));
}

export const ALL_ITEMS: ListNames = { nameOf: (kind) => kindOf(kind).list };
