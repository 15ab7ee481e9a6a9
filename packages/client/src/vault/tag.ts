/** Adds and removes tags of many items in one save. */
import { readTags, tagKey, writeTags } from "@coffer/core/items/structured-fields";
import { inBatches } from "../batches.ts";
import { refuseTampered } from "../sync/refuse-tampered.ts";
import type { Scope } from "../sync/scope.ts";
import { inParts } from "./commit-parts.ts";
import { byScope, commit, type VaultContext } from "./context.ts";
import { itemsIn, openAll } from "./read.ts";
import { sealWrite, sendTogether } from "./record-writes.ts";

interface Tagging {
  readonly ids: readonly string[];
  readonly add?: readonly string[];
  /** Regardless of case. */
  readonly remove?: readonly string[];
  /** By item: what each is saved as, where that has to be known later (waiting/). */
  readonly saveIds?: ReadonlyMap<string, string>;
}

/**
 * Items that already have these tags, or are gone, are left alone. One commit, or several for very many items.
 * @throws ClientError when an item does not open; then nothing in its commit is changed.
 */
export async function tag(context: VaultContext, tagging: Tagging): Promise<void> {
  for (const [scope, own] of await byScope(context, tagging.ids))
    for (const ids of await inParts(context, own)) await tagPart(context, scope, { ...tagging, ids });
}

/** @param tags - as a field has them */
export function retagged(tags: string, { add = [], remove = [] }: Pick<Tagging, "add" | "remove">): string {
  const gone = new Set(remove.map(tagKey));
  return writeTags([...readTags(tags).filter((name) => !gone.has(tagKey(name))), ...add]);
}

async function tagPart(context: VaultContext, within: Scope, { ids, saveIds, ...tagging }: Tagging): Promise<void> {
  const plan = async (scope: Scope) => {
    // As in their rows: a vault of the owner that is not known here is kept.
    const items = await openAll(await context.scopes(), scope, itemsIn(scope, ids));
    refuseTampered(items);
    const edits = items.flatMap((item) => {
      const before = item.fields.tags ?? "";
      const tags = retagged(before, tagging);
      return tags === before ? [] : { ...item, fields: { ...item.fields, tags } };
    });
    const puts = await inBatches(edits, ({ id, kind, fields, categoryId, favourite }) => {
      const before = scope.records.get(id);
      const isOwn = scope.keys.rights.isOwner;
      return sealWrite(
        context,
        scope,
        id,
        { kind, fields, favourite, categoryId: isOwn ? categoryId : (before?.categoryId ?? null), saveId: saveIds?.get(id) },
        before,
      );
    });
    return sendTogether(context.call, puts);
  };
  await commit(context, plan, within);
}
