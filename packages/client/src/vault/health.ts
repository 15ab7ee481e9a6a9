/** What Health needs of the vault: the secrets it examines, passed on in batches and not kept, and the findings a user has chosen to ignore. */
import { AppError } from "@coffer/contract/errors";
import { type FindingName, IGNORED_FIELD } from "@coffer/core/health/finding-names";
import { examinedFields } from "@coffer/core/health/findings";
import { withIgnored, withoutIgnored } from "@coffer/core/health/ignored";
import type { ExaminedItem } from "@coffer/core/health/item-facts";
import type { Item } from "@coffer/core/items/item";
import { nextTurn } from "../batches.ts";
import { ClientError } from "../errors.ts";
import { refuseTampered } from "../sync/refuse-tampered.ts";
import type { Scope } from "../sync/scope.ts";
import { openRecord } from "../sync/seal-record.ts";
import { commit, loadedScope, scopeOf, type VaultContext } from "./context.ts";
import { isItem, openAll } from "./read.ts";
import { sealWrite, sendItem } from "./record-writes.ts";

export interface Examining {
  /** Receives a batch, which is not held here afterwards. */
  readonly take: (items: readonly ExaminedItem[]) => void;
  /** Stops between two batches. */
  readonly signal?: AbortSignal;
}

const BATCH = 100;

/**
 * Opens what Health reads of every item on this device, without the server.
 * @throws ClientError when the session is locked or over in the meantime; the signal's reason when it was aborted.
 */
export async function examine(context: VaultContext, { take, signal }: Examining): Promise<void> {
  const scope = await loadedScope(context);
  const items = (context.shown.contents?.items ?? []).filter(({ kind }) => examinedFields(kind).length > 0);
  for (let start = 0; start < items.length; start += BATCH) {
    signal?.throwIfAborted();
    if ((await context.scope()) !== scope) throw new ClientError("Another user has signed in");
    const batch = items.slice(start, start + BATCH).map(async (item) => withSecrets(await scopeOf(context, item.id), item));
    take((await Promise.all(batch)).flatMap((item) => item ?? []));
    await nextTurn();
  }
}

/** @returns null for an item that is gone. */
async function withSecrets({ keys, records }: Scope, item: Item): Promise<ExaminedItem | null> {
  const record = records.get(item.id);
  if (!record) return null;
  const { id, kind, holds, state, createdAt, updatedAt } = item;
  const names = examinedFields(kind).filter((name) => !holds || holds.includes(name));
  const opened = names.length > 0 ? await openRecord(keys, record, names) : { fields: {}, state };
  const isIntact = state === "intact" && opened.state === "intact";
  return {
    ...{ id, kind, createdAt, updatedAt, ...(holds && { holds }) },
    fields: { ...item.fields, ...opened.fields },
    state: isIntact ? "intact" : "tampered",
  };
}

export interface Ignoring {
  readonly id: string;
  readonly finding: FindingName;
  /** Null: mention the finding again. */
  readonly reason: string | null;
}

/**
 * Seals into an item that a finding is ignored, so that all devices know; its time of change stays, because this is no edit.
 * @throws AppError not_found when the item is gone; ClientError when it does not open.
 */
export async function ignore(context: VaultContext, { id, finding, reason }: Ignoring): Promise<void> {
  const { call, now } = context;
  const plan = async (scope: Scope) => {
    const record = scope.records.get(id);
    if (!record || !isItem(record)) throw new AppError("not_found");
    const items = await openAll(await context.scopes(), scope, [record]);
    refuseTampered(items);
    const [{ fields, categoryId, updatedAt }] = items as [Item];
    const before = fields[IGNORED_FIELD] ?? "";
    const after = reason === null ? withoutIgnored(before, finding) : withIgnored(before, finding, reason, now());
    const content = {
      kind: record.kind,
      fields: { ...fields, [IGNORED_FIELD]: after },
      categoryId: scope.keys.rights.isOwner ? categoryId : record.categoryId,
      favourite: record.favourite,
      updatedAt,
    };
    return sendItem(call, record.kind, await sealWrite(context, scope, id, content, record));
  };
  await commit(context, plan, await scopeOf(context, id));
}
