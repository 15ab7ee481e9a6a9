/** The trash: what was deleted and still has its content, until it is purged. Each write of it goes with a head, like any other. */
import { trash } from "@coffer/contract/vault-lists";
import { and, asc, desc, eq, isNull, ne, or } from "drizzle-orm";
import { lockAccessibleScopeOf, type Viewer } from "../access.ts";
import { record } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { streamReply } from "../http/streamed-reply.ts";
import { rightsOf } from "../sharing/rights.ts";
import type { NewHead } from "./heads.ts";
import { ALL_ITEMS, byKind, find } from "./read.ts";
import { writeRecords } from "./records.ts";
import { anyOf } from "./statements.ts";

export function trashHandlers(deps: Deps): Handlers<typeof trash> {
  return {
    listTrash: async (_, viewer) => {
      const rights = await rightsOf(deps, viewer);
      // Restoring is the owner's right, also in another's vault.
      const isOwn = or(
        and(eq(record.owner_id, viewer.accountId), isNull(record.maker_id)),
        and(eq(record.maker_id, viewer.accountId), anyOf(record.scope_id, [...rights.keys()])),
      );
      return streamReply(deps, trash.listTrash.reply, async (tx) => {
        const isTrashed = and(isOwn, eq(record.state, "trashed"), ne(record.seal, ""));
        const found = await find(tx, isTrashed, desc(record.deleted_at), asc(record.id));
        return { success: true as const, data: byKind(tx, viewer, found, ALL_ITEMS, rights) };
      });
    },
    purge: async ({ id, ...write }, viewer) => ({ success: true, seq: await purge(deps, viewer, [id], write) }),
    purgeMany: async ({ ids, ...write }, viewer) => ({ success: true, seq: await purge(deps, viewer, [...new Set(ids)], write) }),
  };
}

/** All or none; they are in one scope. */
function purge({ db, now }: Deps, viewer: Viewer, ids: readonly string[], write: NewHead & { baseSeq: number }): Promise<number> {
  return db.transaction(async (tx) => {
    const { id: scopeId } = await lockAccessibleScopeOf(tx, viewer, ids[0] ?? "", new Date(now()));
    const changes = ids.map((id) => ({ op: "purge" as const, id }));
    return writeRecords(tx, viewer, { ...write, scopeId, changes }, new Date(now()));
  });
}
