/** The handlers of the vault feature: thin calls of the one write path, and the one read path. */
import type { api } from "@coffer/contract/api";
import type { ParsedOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import type { News } from "@coffer/contract/news";
import type { Change, WireRecord } from "@coffer/contract/record";
import { fromWriteBody, type WriteBody } from "@coffer/contract/record-body";
import type { ItemEndpoints } from "@coffer/contract/vault";
import type { KindName, RecordKind } from "@coffer/core/items/kinds";
import { and, eq, isNull, or } from "drizzle-orm";
import { getAccessibleRecord, getRecord, lockOwnScopeOf, type RecordRow, type Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { record, scope, session } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import type { NewsStream } from "../http/news.ts";
import { notifyOfDeletion } from "../sharing/notifications.ts";
import { NO_RIGHTS, rightsOf } from "../sharing/rights.ts";
import { listHandlers } from "./lists.ts";
import { placeHandlers, placeOf, WITHOUT_CONTENT } from "./places.ts";
import { listRecords, pull, toReply } from "./read.ts";
import { repairScope, type Write, writeRecords } from "./records.ts";
import { anyOf } from "./statements.ts";
import { trashHandlers } from "./trash.ts";
import { listVersions } from "./versions.ts";

type Body = ParsedOf<{ input: WriteBody } & ItemEndpoints["create"]>;

/** The specified calls of one kind. */
export function itemHandlers(deps: Deps, kind: KindName): Handlers<ItemEndpoints> {
  return {
    list: (_, viewer) => listRecords(deps, viewer, kind),
    get: async ({ id }, viewer) => replyOf(deps, viewer, await getAccessibleRecord(deps.db, viewer, id, kind, new Date(deps.now()))),
    create: (body, viewer) => createRecord(deps, viewer, kind, body),
    update: (body, viewer) => updateRecord(deps, viewer, kind, body),
    remove: async ({ id, baseSeq, head, signature, own, trashedAt }, viewer) => {
      const seq = await deps.db.transaction(async (tx) => {
        const { scope_id: scopeId } = await getAccessibleRecord(tx, viewer, id, kind, new Date(deps.now()));
        return commit(deps, tx, viewer, { scopeId, baseSeq, head, signature, own, changes: [{ op: "trash", id, trashedAt }] });
      });
      return { success: true, seq };
    },
  };
}

/** First the numbers of what the caller may read: what was written before the line was open is noticed by them. */
async function watch(deps: Deps, viewer: Viewer): Promise<NewsStream> {
  const stream = await deps.watching.open(viewer);
  try {
    stream.begin(await numbersOf(deps, viewer));
    if (!(await isLive(deps, viewer))) stream.finish();
  } catch (error) {
    stream.destroy();
    throw error;
  }
  return stream;
}

async function numbersOf(deps: Deps, viewer: Viewer): Promise<News[]> {
  const rights = await rightsOf(deps, viewer);
  const readable = await deps.db
    .select({ id: scope.id, seq: scope.seq, stamp: scope.stamp })
    .from(scope)
    .where(or(eq(scope.owner_id, viewer.accountId), anyOf(scope.id, [...rights.keys()])));
  return readable.map((one) => ({ what: "scope", ...one }));
}

/** A session that ended after the caller was let in, and before the line could hear of it. */
async function isLive({ db }: Deps, { sessionId }: Viewer): Promise<boolean> {
  const live = and(eq(session.id, sessionId), isNull(session.revoked_at));
  return (await db.select({ id: session.id }).from(session).where(live)).length > 0;
}

export function vaultHandlers(deps: Deps): Handlers<typeof api.vault> {
  return {
    pull: (input, viewer) => pull(deps, viewer, input),
    watch: (_, viewer) => watch(deps, viewer),
    versions: (input, viewer) => listVersions(deps, viewer, input),
    commit: async ({ scope: scopeId, ...rest }, viewer) => {
      const seq = await deps.db.transaction((tx) => commit(deps, tx, viewer, { scopeId, ...rest }));
      return { success: true, seq };
    },
    repair: async ({ scope: scopeId, ...rest }, viewer) => {
      const seq = await deps.db.transaction((tx) => repairScope(tx, viewer, { scopeId, ...rest }, new Date(deps.now())));
      return { success: true, seq };
    },
    createVault: (body, viewer) => createRecord(deps, viewer, "category", body),
    updateVault: (body, viewer) => updateRecord(deps, viewer, "category", body),
    listVaults: (_, viewer) => listRecords(deps, viewer, "category"),
    removeVault: async (input, viewer) => ({ success: true, seq: await removeVault(deps, viewer, input) }),
    used: async ({ id }, viewer) => {
      const usedAt = deps.now();
      const item = await getRecord(deps.db, viewer, id, "item");
      await deps.db
        .update(record)
        .set({ last_used_at: new Date(usedAt) })
        .where(eq(record.id, item.id));
      return { success: true, last_used: usedAt };
    },
    ...placeHandlers(deps),
    ...listHandlers(deps),
    ...trashHandlers(deps),
  };
}

const write = (deps: Deps, tx: Tx, viewer: Viewer, change: Write): Promise<number> =>
  writeRecords(tx, viewer, change, new Date(deps.now()));

/** What may put records of others into the trash. */
async function commit(deps: Deps, tx: Tx, viewer: Viewer, change: Write): Promise<number> {
  const seq = await write(deps, tx, viewer, change);
  const trashed = change.changes.flatMap(({ op, id }) => (op === "trash" ? [id] : []));
  if (change.scopeId !== viewer.personalScopeId && trashed.length > 0) await notifyOfDeletion(deps, tx, viewer, trashed);
  return seq;
}

/** New records begin in the viewer's own scope, or in that of the shared vault which they name. */
function createRecord(deps: Deps, viewer: Viewer, kind: RecordKind, body: Body): Promise<WireRecord> {
  const { categoryId } = fromWriteBody(kind, body);
  return putRecord(deps, viewer, kind, body, async (tx) => {
    const vault =
      categoryId === null ? null : await getAccessibleRecord(tx, viewer, categoryId, "category", new Date(deps.now())).catch(() => null);
    return vault?.scope_id ?? viewer.personalScopeId;
  });
}

function updateRecord(deps: Deps, viewer: Viewer, kind: RecordKind, body: Body): Promise<WireRecord> {
  return putRecord(
    deps,
    viewer,
    kind,
    body,
    async (tx) => (await getAccessibleRecord(tx, viewer, body.id, kind, new Date(deps.now()))).scope_id,
  );
}

/** Outside of a transaction: rights are read on a connection of their own, and code that holds one connection must not wait for another. */
const replyOf = async (deps: Deps, viewer: Viewer, row: RecordRow): Promise<WireRecord> =>
  toReply(row, viewer, row.owner_id === viewer.accountId ? NO_RIGHTS : await rightsOf(deps, viewer, row.scope_id));

type FindScope = (tx: Tx) => Promise<string>;

async function putRecord(deps: Deps, viewer: Viewer, kind: RecordKind, body: Body, findScope: FindScope): Promise<WireRecord> {
  const row = await deps.db.transaction(async (tx) => {
    const { baseSeq, head, signature, own, keyWaits } = body;
    const changes = [fromWriteBody(kind, body)];
    await write(deps, tx, viewer, { scopeId: await findScope(tx), baseSeq, head, signature, own, keyWaits, changes });
    return getAccessibleRecord(tx, viewer, body.id, kind, new Date(deps.now()));
  });
  return replyOf(deps, viewer, row);
}

/** The items inside go into the trash with it, or are in no vault from then on: in the same write, since the head has to say so. */
function removeVault(deps: Deps, viewer: Viewer, input: ParsedOf<(typeof api.vault)["removeVault"]>): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const { id, baseSeq, head, signature, trashedAt, deleteItems } = input;
    const { id: scopeId, kind } = await lockOwnScopeOf(tx, viewer, id);
    await getRecord(tx, viewer, id, "category");
    // Its items would be in a scope without a vault, and others could still read them.
    if (kind !== "personal") throw new AppError("forbidden", "Please stop sharing this vault first.");
    const isInside = and(eq(record.category_id, id), eq(record.scope_id, scopeId), eq(record.state, "live"));
    const items = await tx.select(WITHOUT_CONTENT).from(record).where(isInside);
    const changeOf = (item: (typeof items)[number]): Change =>
      deleteItems ? { op: "trash", id: item.id, trashedAt } : placeOf(item, () => ({ categoryId: null }));
    const changes: Change[] = [{ op: "trash", id, trashedAt }, ...items.map(changeOf)];
    return write(deps, tx, viewer, { scopeId, baseSeq, head, signature, changes });
  });
}
