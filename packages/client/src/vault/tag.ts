/** Tags of many items, added and taken away in one save. */
import { readTags, tagKey, writeTags } from "@coffer/core/items/structured";
import { inBatches } from "../batches.ts";
import { refuseTampered } from "../sync/tampered.ts";
import { commit, type VaultContext } from "./context.ts";
import { sealPut, sendTogether } from "./put.ts";
import { itemsIn, openAll } from "./read.ts";

interface Tagging {
  readonly ids: readonly string[];
  readonly add?: readonly string[];
  /** Whatever their case. */
  readonly remove?: readonly string[];
}

/** One commit; items that have these tags already, or are gone, are left alone. @throws ClientError when one does not open; then none is changed. */
export async function tag(context: VaultContext, { ids, add = [], remove = [] }: Tagging): Promise<void> {
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
