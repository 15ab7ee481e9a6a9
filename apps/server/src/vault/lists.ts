/** Answers the lists of the vault room: by mark and by vault. What they hold is sealed; the server selects by plaintext metadata. */
import type { ReplyOf } from "@coffer/contract/endpoint";
import type { WireRecord } from "@coffer/contract/record";
import { type Counts, ENTRY_KIND, type lists } from "@coffer/contract/vault-lists";
import { KIND_NAMES, type KindName, kindOf } from "@coffer/core/items/kinds";
import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { getRecord, type RecordRow, type Viewer } from "../access.ts";
import type { Db } from "../db/connect.ts";
import { record } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { ALL_ITEMS, byKind, findRows, toReply } from "./read.ts";

export function listHandlers({ db }: Deps): Handlers<typeof lists> {
  const isEntry = eq(record.kind, ENTRY_KIND);
  const isItem = ne(record.kind, "category");
  const isFavourite = eq(record.favourite, true);
  return {
    favouriteEntries: async (_, viewer) => replies(await findRows(db, viewer, isEntry, isFavourite), viewer),
    favourites: async (_, viewer) => ({ success: true, data: byKind(await findRows(db, viewer, isFavourite), viewer, ALL_ITEMS) }),
    searchEntries: async () => [],
    vaultsWithItems: async (_, viewer) => {
      const rows = await findRows(db, viewer);
      const inside = byVault(rows.filter(isItemRow));
      const vaults = rows.filter((row) => !isItemRow(row));
      return vaults.map((vault) => ({ ...toReply(vault, viewer), ...contentsOf(inside.get(vault.id) ?? [], viewer) }));
    },
    countItems: async (_, viewer) => countItems(db, viewer),
    unassignedItems: async (_, viewer) => contentsOf(await findRows(db, viewer, isItem, isNull(record.category_id)), viewer),
    entriesOfVault: async ({ id }, viewer) => {
      const vault = await getRecord(db, viewer, id, "category");
      return replies(await findRows(db, viewer, isEntry, eq(record.category_id, vault.id)), viewer);
    },
    itemsOfVault: async ({ id }, viewer) => {
      const vault = await getRecord(db, viewer, id, "category");
      const rows = await findRows(db, viewer, eq(record.category_id, vault.id));
      return { ...toReply(vault, viewer), ...contentsOf(rows, viewer) };
    },
  };
}

const replies = (rows: readonly RecordRow[], viewer: Viewer): WireRecord[] => rows.map((row) => toReply(row, viewer));

/** The lists of a vault with contents. */
const contentsOf = (rows: readonly RecordRow[], viewer: Viewer): Record<string, WireRecord[]> =>
  byKind(rows, viewer, { nameOf: (kind) => kindOf(kind).vaultList });

const isItemRow = ({ kind }: RecordRow): boolean => kind !== "category";

/** Rows by the vault they lie in; null for those in none. */
function byVault(rows: readonly RecordRow[]): ReadonlyMap<string | null, RecordRow[]> {
  const groups = new Map<string | null, RecordRow[]>();
  for (const row of rows) {
    const group = groups.get(row.category_id);
    if (group) group.push(row);
    else groups.set(row.category_id, [row]);
  }
  return groups;
}

/** Every vault, empty ones too. Counted in the database: the ciphertext stays there. */
async function countItems(db: Db, viewer: Viewer): Promise<ReplyOf<(typeof lists)["countItems"]>> {
  const isMine = and(eq(record.owner_id, viewer.accountId), eq(record.state, "live"));
  const [vaults, counts] = await Promise.all([
    db
      .select({ id: record.id })
      .from(record)
      .where(and(isMine, eq(record.kind, "category")))
      .orderBy(asc(record.created_at), asc(record.id)),
    db
      .select({ vaultId: record.category_id, kind: record.kind, count: sql<number>`count(*)::int` })
      .from(record)
      .where(and(isMine, ne(record.kind, "category")))
      .groupBy(record.category_id, record.kind),
  ]);
  const countsIn = (vaultId: string | null): Counts => {
    const here = counts.filter((row) => row.vaultId === vaultId);
    const countOf = (kind: KindName): number => here.find((row) => row.kind === kind)?.count ?? 0;
    const perKind = KIND_NAMES.map((kind) => [kindOf(kind).vaultList, countOf(kind)] as const);
    return { count: perKind.reduce((sum, [, count]) => sum + count, 0), ...Object.fromEntries(perKind) };
  };
  const data = vaults.map(({ id }) => Object.assign({ category_id: id }, countsIn(id)));
  return { success: true, data, uncategorized: countsIn(null) };
}
