/** Tags of many items, added and taken away in one save. */
import { readTags, tagKey, writeTags } from "@coffer/core/items/structured";
import { inBatches } from "../batches.ts";
import { refuseTampered } from "../sync/tampered.ts";
import { commit, type VaultContext } from "./context.ts";
import { inParts } from "./parts.ts";
import { sealPut, sendTogether } from "./put.ts";
import { itemsIn, openAll } from "./read.ts";

interface Tagging {
  readonly ids: readonly string[];
  readonly add?: readonly string[];
  /** Whatever their case. */
  readonly remove?: readonly string[];
}

/**
 * Items that have these tags already, or are gone, are left alone. One commit, or several for very many.
 * @throws ClientError when one does not open; then none of its commit is changed.
 */
export async function tag(context: VaultContext, tagging: Tagging): Promise<void> {
  for (const ids of await inParts(context, tagging.ids)) await tagPart(context, { ...tagging, ids });
}

async function tagPart(context: VaultContext, { ids, add = [], remove = [] }: Tagging): Promise<void> {
  const gone = new Set(remove.map(tagKey));
  const retag = (tags: string): string => writeTags([...readTags(tags).filter((name) => !gone.has(tagKey(name))), ...add]);
  await commit(context, async (scope) => {
    const items = await openAll(scope, itemsIn(scope, ids));
    refuseTampered(items);
    const edits = items.flatMap((item) => {
      const before = item.fields.tags ?? "";
      const tags = retag(before);
      return tags === before ? [] : { ...item, fields: { ...item.fields, tags } };
    });
    const puts = await inBatches(edits, ({ id, kind, fields, categoryId, favourite }) =>
      sealPut(context, scope, id, { kind, fields, categoryId, favourite }, scope.records.get(id)),
    );
    return sendTogether(context.call, puts);
  });
}
