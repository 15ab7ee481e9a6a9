/** The lists of the vault feature: by mark and by vault. Their content is sealed; the server selects by plaintext metadata. */
import type { ReplyOf } from "@coffer/contract/endpoint";
import { type Counts, ENTRY_KIND, lists } from "@coffer/contract/vault-lists";
import { KIND_NAMES, type KindName, kindOf } from "@coffer/core/items/kinds";
import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { getAccessibleRecord, type RecordRow, type Viewer } from "../access.ts";
import type { Db, Tx } from "../db/connect.ts";
import { record } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { StreamedObjects, type StreamedRows, streamReply } from "../http/streamed-reply.ts";
import { NO_RIGHTS, type Rights, rightsOf } from "../sharing/rights.ts";
import { ALL_ITEMS, byKind, type Found, findLive, inGroups, isReadableBy, rowsOf, toReply } from "./read.ts";
import { isAnyOf } from "./statements.ts";

export function listHandlers(deps: Deps): Handlers<typeof lists> {
  const isEntry = eq(record.kind, ENTRY_KIND);
  const isItem = ne(record.kind, "category");
  const isFavourite = eq(record.favourite, true);
  const { favouriteEntries, favourites, vaultsWithItems, unassignedItems } = lists;
  return {
    favouriteEntries: async (_, viewer) => {
      const rights = await rightsOf(deps, viewer);
      return streamReply(deps, favouriteEntries.reply, async (tx) =>
        rowsOf(tx, viewer, await findLive(tx, viewer, rights, isEntry, isFavourite), rights),
      );
    },
    favourites: async (_, viewer) => {
      const rights = await rightsOf(deps, viewer);
      return streamReply(deps, favourites.reply, async (tx) => ({
        success: true as const,
        data: byKind(tx, viewer, await findLive(tx, viewer, rights, isFavourite), ALL_ITEMS, rights),
      }));
    },
    searchEntries: async () => [],
    vaultsWithItems: async (_, viewer) => {
      const rights = await rightsOf(deps, viewer);
      return streamReply(deps, vaultsWithItems.reply, async (tx) => {
        const inside = byVault(await findLive(tx, viewer, rights, isItem));
        const vaults = await findLive(tx, viewer, rights, eq(record.kind, "category"));
        return new StreamedObjects(vaultsWithItems.reply.element, async function* () {
          for (const group of inGroups(vaults))
            for (const vault of await readWhole(tx, group))
              yield { ...toReply(vault, viewer, rights), ...contentsOf(tx, viewer, inside.get(vault.id) ?? [], rights) };
        });
      });
    },
    countItems: async (_, viewer) => countItems(deps.db, viewer, await rightsOf(deps, viewer)),
    unassignedItems: (_, viewer) =>
      streamReply(deps, unassignedItems.reply, async (tx) =>
        contentsOf(tx, viewer, await findLive(tx, viewer, NO_RIGHTS, isItem, isNull(record.category_id)), NO_RIGHTS),
      ),
    ...insideHandlers(deps),
  };
}

/** What is in one vault. */
function insideHandlers(deps: Deps): Pick<Handlers<typeof lists>, "entriesOfVault" | "itemsOfVault"> {
  const { entriesOfVault, itemsOfVault } = lists;
  const vaultOf = (tx: Tx, viewer: Viewer, id: string) => getAccessibleRecord(tx, viewer, id, "category", new Date(deps.now()));
  return {
    entriesOfVault: async ({ id }, viewer) => {
      const rights = await rightsOf(deps, viewer);
      return streamReply(deps, entriesOfVault.reply, async (tx) => {
        const isInside = eq(record.category_id, (await vaultOf(tx, viewer, id)).id);
        return rowsOf(tx, viewer, await findLive(tx, viewer, rights, eq(record.kind, ENTRY_KIND), isInside), rights);
      });
    },
    itemsOfVault: async ({ id }, viewer) => {
      const rights = await rightsOf(deps, viewer);
      return streamReply(deps, itemsOfVault.reply, async (tx) => {
        const vault = await vaultOf(tx, viewer, id);
        const found = await findLive(tx, viewer, rights, eq(record.category_id, vault.id));
        return { ...toReply(vault, viewer, rights), ...contentsOf(tx, viewer, found, rights) };
      });
    },
  };
}

/** In the order in which they were found. */
const readWhole = (tx: Tx, found: readonly Found[]): Promise<RecordRow[]> =>
  tx
    .select()
    .from(record)
    .where(isAnyOf(found.map(({ id }) => id)))
    .orderBy(asc(record.created_at), asc(record.id));

const isLiveOf = (viewer: Viewer, rights: Rights) => and(isReadableBy(viewer, rights), eq(record.state, "live"));

/** The lists of a vault with contents. */
const contentsOf = (tx: Tx, viewer: Viewer, found: readonly Found[], rights: Rights): Record<string, StreamedRows> =>
  byKind(tx, viewer, found, { nameOf: (kind) => kindOf(kind).vaultList }, rights);

/** By vault; null for items in none. */
function byVault<Row extends Pick<Found, "vaultId">>(found: readonly Row[]): ReadonlyMap<string | null, Row[]> {
  const groups = new Map<string | null, Row[]>();
  for (const one of found) {
    const group = groups.get(one.vaultId);
    if (group) group.push(one);
    else groups.set(one.vaultId, [one]);
  }
  return groups;
}

/** Every vault, empty ones too. Counted in the database: the ciphertext stays there. */
async function countItems(db: Db, viewer: Viewer, rights: Rights): Promise<ReplyOf<(typeof lists)["countItems"]>> {
  const isMine = isLiveOf(viewer, rights);
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
  const inside = byVault(counts);
  const countsIn = (vaultId: string | null): Counts => {
    const here = inside.get(vaultId) ?? [];
    const countOf = (kind: KindName): number => here.find((row) => row.kind === kind)?.count ?? 0;
    const perKind = KIND_NAMES.map((kind) => [kindOf(kind).vaultList, countOf(kind)] as const);
    return { count: perKind.reduce((sum, [, count]) => sum + count, 0), ...Object.fromEntries(perKind) };
  };
  const data = vaults.map(({ id }) => Object.assign({ category_id: id }, countsIn(id)));
  return { success: true, data, uncategorized: countsIn(null) };
}
