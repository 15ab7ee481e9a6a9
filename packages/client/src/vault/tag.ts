/** Adds and removes tags of many items in one save. */
import { fieldChars, isTooLarge } from "@coffer/contract/item-size";
import { SEALED_MAX_CHARS } from "@coffer/contract/schemas";
import { titleOf } from "@coffer/core/items/item";
import { readTags, tagKey, writeTags } from "@coffer/core/items/structured-fields";
import { inBatches } from "../batches.ts";
import { ClientError } from "../errors.ts";
import { refuseTampered } from "../sync/refuse-tampered.ts";
import type { Scope } from "../sync/scope.ts";
import { inParts } from "./commit-parts.ts";
import { byScope, commit, type VaultContext } from "./context.ts";
import { itemsIn, openAll } from "./read.ts";
import { type SealedWrite, sealWrite, sendTogether } from "./record-writes.ts";

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
 * @throws ClientError when an item does not open; then nothing in its commit is changed. Or that names the items that would be too large; then all others are tagged.
 */
export async function tag(context: VaultContext, tagging: Tagging): Promise<void> {
  const left: string[] = [];
  for (const [scope, own] of await byScope(context, tagging.ids))
    for (const ids of await inParts(context, own)) left.push(...(await tagPart(context, scope, { ...tagging, ids })));
  if (left.length > 0) throw new ClientError(`Left as they were, because they would be too large: ${left.join(", ")}`);
}

/** @param tags - as a field has them */
export function retagged(tags: string, { add = [], remove = [] }: Pick<Tagging, "add" | "remove">): string {
  const gone = new Set(remove.map(tagKey));
  return writeTags([...readTags(tags).filter((name) => !gone.has(tagKey(name))), ...add]);
}

/** @returns the titles of those that would be too large for the server */
async function tagPart(context: VaultContext, within: Scope, { ids, saveIds, ...tagging }: Tagging): Promise<string[]> {
  const plan = async (scope: Scope) => {
    // As in their rows: a vault of the owner that is not known here is kept.
    const items = await openAll(await context.scopes(), scope, itemsIn(scope, ids));
    refuseTampered(items);
    const edits = items.flatMap((item) => {
      const before = item.fields.tags ?? "";
      const tags = retagged(before, tagging);
      return tags === before ? [] : { ...item, fields: { ...item.fields, tags } };
    });
    const all = await inBatches(edits, ({ id, kind, fields, categoryId, favourite }) => {
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
    const puts = all.filter(({ change }) => fits(scope, change));
    return { ...sendTogether(context.call, puts), left: edits.filter((_, at) => !puts.includes(all[at] as SealedWrite)).map(titleOf) };
  };
  return (await commit(context, plan, within)).left;
}

const fits = ({ records }: Scope, change: SealedWrite["change"]): boolean => {
  const before = records.get(change.id);
  return (
    !isTooLarge(change, before && fieldChars(before)) && Object.values(change.fields).every(({ length }) => length <= SEALED_MAX_CHARS)
  );
};
