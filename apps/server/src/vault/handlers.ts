/** Answers the vault room: thin calls of the one write path, the one read path, and the changes of plaintext metadata. */
import type { api } from "@coffer/contract/api";
import type { ParsedOf } from "@coffer/contract/endpoint";
import type { Change, WireRecord } from "@coffer/contract/record";
import { fromWriteBody, type WriteBody } from "@coffer/contract/record-body";
import type { ItemEndpoints } from "@coffer/contract/vault";
import type { KindName, RecordKind } from "@coffer/core/items/kinds";
import { and, eq, isNull } from "drizzle-orm";
import { getRecord, getScope, type Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { record } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { bulkHandlers } from "./bulk.ts";
import { listHandlers } from "./lists.ts";
import { changeMeta } from "./meta.ts";
import { listRecords, pull, toReply } from "./read.ts";
import { type Write, writeRecords } from "./records.ts";
import { trashHandlers } from "./trash.ts";

type Body = ParsedOf<{ input: WriteBody } & ItemEndpoints["create"]>;

/** The specified calls of one kind. */
export function itemHandlers(deps: Deps, kind: KindName): Handlers<ItemEndpoints> {
  return {
    list: (_, viewer) => listRecords(deps.db, viewer, kind),
    get: async ({ id }, viewer) => toReply(await getRecord(deps.db, viewer, id, kind), viewer),
    create: (body, viewer) => createRecord(deps, viewer, kind, body),
    update: (body, viewer) => updateRecord(deps, viewer, kind, body),
    remove: async ({ id, baseSeq, head }, viewer) => {
      const seq = await deps.db.transaction(async (tx) => {
        const { scope_id } = await getRecord(tx, viewer, id, kind);
        return write(deps, tx, viewer, { scopeId: scope_id, baseSeq, head, changes: [{ op: "remove", id }] });
      });
      return { success: true, seq };
    },
  };
}

export function vaultHandlers(deps: Deps): Handlers<typeof api.vault> {
  return {
    pull: (input, viewer) => pull(deps.db, viewer, input),
    commit: async ({ scope, baseSeq, head, changes }, viewer) => {
      const seq = await deps.db.transaction((tx) => write(deps, tx, viewer, { scopeId: scope, baseSeq, head, changes }));
      return { success: true, seq };
    },
    createVault: (body, viewer) => createRecord(deps, viewer, "category", body),
    updateVault: (body, viewer) => updateRecord(deps, viewer, "category", body),
    listVaults: (_, viewer) => listRecords(deps.db, viewer, "category"),
    removeVault: async (input, viewer) => ({ success: true, seq: await removeVault(deps, viewer, input) }),
    toggleFavourite: async ({ id }, viewer) => {
      const { meta, item } = await changeMeta(deps.db, viewer, id, (_, { favourite }) => ({ favourite: !favourite }));
      return { success: true, favourite: item.favourite, meta };
    },
    place: async ({ id, categoryId }, viewer) => {
      const { meta } = await changeMeta(deps.db, viewer, id, async (tx) => {
        const vault = await getRecord(tx, viewer, categoryId, "category");
        return { category_id: vault.id };
      });
      return { success: true, meta };
    },
    unplace: async ({ id }, viewer) => {
      const { meta } = await changeMeta(deps.db, viewer, id, () => ({ category_id: null }));
      return { success: true, meta };
    },
    used: async ({ id }, viewer) => {
      const usedAt = deps.now();
      const { meta } = await changeMeta(deps.db, viewer, id, () => ({ last_used_at: new Date(usedAt) }));
      return { success: true, last_used: usedAt, meta };
    },
    ...listHandlers(deps),
    ...trashHandlers(deps),
    ...bulkHandlers(deps),
  };
}

const write = (deps: Deps, tx: Tx, viewer: Viewer, change: Write): Promise<number> =>
  writeRecords(tx, viewer, change, new Date(deps.now()));

/** New records begin in the viewer's own scope. */
function createRecord(deps: Deps, viewer: Viewer, kind: RecordKind, body: Body): Promise<WireRecord> {
  return putRecord(deps, viewer, kind, body, async () => viewer.personalScopeId);
}

function updateRecord(deps: Deps, viewer: Viewer, kind: RecordKind, body: Body): Promise<WireRecord> {
  return putRecord(deps, viewer, kind, body, async (tx) => (await getRecord(tx, viewer, body.id, kind)).scope_id);
}

type FindScope = (tx: Tx) => Promise<string>;

function putRecord(deps: Deps, viewer: Viewer, kind: RecordKind, body: Body, findScope: FindScope): Promise<WireRecord> {
  return deps.db.transaction(async (tx) => {
    const { baseSeq, head } = body;
    await write(deps, tx, viewer, { scopeId: await findScope(tx), baseSeq, head, changes: [fromWriteBody(kind, body)] });
    return toReply(await getRecord(tx, viewer, body.id, kind), viewer);
  });
}

/** With `deleteItems` the items go in the same write; without, `writeRecords` leaves them in no vault. */
function removeVault(deps: Deps, viewer: Viewer, input: ParsedOf<(typeof api.vault)["removeVault"]>): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const { id, baseSeq, head, deleteItems } = input;
    const { scope_id: scopeId } = await getRecord(tx, viewer, id, "category");
    await getScope(tx, viewer, scopeId, "lock");
    const inside = and(eq(record.category_id, id), eq(record.scope_id, scopeId), isNull(record.deleted_at));
    const items = deleteItems ? await tx.select({ id: record.id }).from(record).where(inside) : [];
    const changes: Change[] = [{ id }, ...items].map((gone) => ({ op: "remove", id: gone.id }));
    return write(deps, tx, viewer, { scopeId, baseSeq, head, changes });
  });
}
