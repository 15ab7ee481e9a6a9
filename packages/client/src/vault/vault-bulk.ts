/** Many items at once: placed, marked and tagged in one call each, opened whole for an export, and found by the page they are for. */
import { api } from "@coffer/contract/api";
import type { SealedRecord } from "@coffer/contract/record";
import type { Item } from "@coffer/core/items/item";
import type { KindName } from "@coffer/core/items/kinds";
import { readTags, tagKey, writeTags } from "@coffer/core/items/structured";
import { inBatches } from "../batches.ts";
import type { Scope } from "../sync/scope.ts";
import { openRecord } from "../sync/seal-record.ts";
import { refuseTampered } from "../sync/tampered.ts";
import { itemOf } from "./contents.ts";
import { sealPut } from "./put.ts";
import { tokensOfPage } from "./search-tokens.ts";
import type { VaultAccess, VaultDeps } from "./vault.ts";

type ItemRecord = SealedRecord & { readonly kind: KindName };
const isItem = (record: SealedRecord): record is ItemRecord => record.kind !== "category";
const itemsIn = ({ records }: Scope): ItemRecord[] => [...records.values()].filter(isItem);

export interface Tagging {
  readonly ids: readonly string[];
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

export function bulkRoom(deps: VaultDeps, { commit, refresh, loaded }: VaultAccess) {
  const { call } = deps;

  /** What was changed without a head comes back with the next pull, however many items it is. */
  async function pullMeta(): Promise<void> {
    await (await deps.scope()).pull();
    await refresh();
  }

  /** One item by the specified calls, several in one; null takes them out of their vault. */
  async function place({ ids, categoryId }: { readonly ids: readonly string[]; readonly categoryId: string | null }): Promise<void> {
    const [id, ...more] = ids;
    if (id === undefined) return;
    if (more.length > 0) {
      await call(api.vault.placeMany, { ids: [...ids], categoryId });
      return pullMeta();
    }
    const { meta } = await (categoryId ? call(api.vault.place, { id, categoryId }) : call(api.vault.unplace, { id }));
    await (await deps.scope()).patch(id, { categoryId }, meta);
    await refresh();
  }

  async function setFavourites({ ids, favourite }: { readonly ids: readonly string[]; readonly favourite: boolean }): Promise<void> {
    if (ids.length === 0) return;
    await call(api.vault.setFavourites, { ids: [...ids], favourite });
    await pullMeta();
  }

  /** One commit; items that have these tags already, or are gone, are left alone. @throws ClientError when one does not open; then none is changed. */
  async function tag({ ids, add = [], remove = [] }: Tagging): Promise<void> {
    const gone = new Set(remove.map(tagKey));
    const retag = (tags: string): string => writeTags([...readTags(tags).filter((name) => !gone.has(tagKey(name))), ...add]);
    await commit(async (scope) => {
      const wanted = new Set(ids);
      const records = itemsIn(scope).filter(({ id }) => wanted.has(id));
      const items = await openAll(scope, records);
      refuseTampered(items);
      const edits = items.flatMap((item, index) => {
        const [record, tags] = [records[index], retag(item.fields.tags ?? "")];
        return record && tags !== (item.fields.tags ?? "") ? { record, fields: { ...item.fields, tags } } : [];
      });
      const changes = await inBatches(edits, ({ record, fields }) => {
        const { id, kind, categoryId, favourite } = record;
        return sealPut(deps, scope, id, { kind, fields, categoryId, favourite }, record);
      });
      return { changes, send: (write) => call(api.vault.commit, { ...write, changes }) };
    });
  }

  return {
    place,
    setFavourites,
    tag,
    /** Items with all their fields, all of them unless `ids` says which; tampered ones say so. Ids that are gone are left out. */
    openMany: async ({ ids }: { readonly ids?: readonly string[] } = {}): Promise<Item[]> => {
      const scope = await loaded();
      const wanted = ids && new Set(ids);
      return openAll(
        scope,
        itemsIn(scope).filter(({ id }) => !wanted || wanted.has(id)),
      );
    },
    /**
     * Ids of the logins that may be for a page, asked of the server by blind tokens. Which of them match is for `matchUrl` to say.
     * @param page - a full web address.
     */
    findForPage: async ({ page }: { readonly page: string }): Promise<string[]> => {
      const { keys, records } = await loaded();
      const answers = await Promise.all((await tokensOfPage(keys, page)).map((q) => call(api.vault.searchEntries, { q })));
      // What the server says only chooses among records that are proved to be ours.
      return [...new Set(answers.flat().map(({ id }) => id))].filter((id) => records.has(id));
    },
  };
}

const openAll = ({ keys }: Scope, records: readonly ItemRecord[]): Promise<Item[]> =>
  inBatches(records, async (record) => itemOf(record.kind, record, await openRecord(keys, record)), 100);
