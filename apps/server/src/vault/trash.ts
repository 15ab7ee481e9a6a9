/** The trash: what was deleted and still has its content, until it is purged. Each write of it goes with a head, like any other. */
import type { trash } from "@coffer/contract/vault-lists";
import { KIND_NAMES } from "@coffer/core/items/kinds";
import { and, desc, eq, inArray, ne } from "drizzle-orm";
import { lockScopeOf, type Viewer } from "../access.ts";
import { record } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import type { NewHead } from "./heads.ts";
import { ALL_ITEMS, byKind } from "./read.ts";
import { writeRecords } from "./records.ts";

export function trashHandlers(deps: Deps): Handlers<typeof trash> {
  return {
    listTrash: async (_, viewer) => {
      const isTrashOf = and(eq(record.owner_id, viewer.accountId), eq(record.state, "trashed"), ne(record.seal, ""));
      const rows = await deps.db
        .select()
        .from(record)
        .where(and(isTrashOf, inArray(record.kind, [...KIND_NAMES])))
        .orderBy(desc(record.deleted_at), record.id);
      return { success: true, data: byKind(rows, viewer, ALL_ITEMS) };
    },
    purge: async ({ id, ...write }, viewer) => ({ success: true, seq: await purge(deps, viewer, [id], write) }),
    purgeMany: async ({ ids, ...write }, viewer) => ({ success: true, seq: await purge(deps, viewer, [...new Set(ids)], write) }),
  };
}

/** All or none; they lie in one scope. */
function purge({ db, now }: Deps, viewer: Viewer, ids: readonly string[], write: NewHead & { baseSeq: number }): Promise<number> {
  return db.transaction(async (tx) => {
    const { id: scopeId } = await lockScopeOf(tx, viewer, ids[0] ?? "");
    const changes = ids.map((id) => ({ op: "purge" as const, id }));
    return writeRecords(tx, viewer, { ...write, scopeId, changes }, new Date(now()));
  });
}
