/** Answers changes of many items at once; only plaintext metadata is changed here. */
import type { bulk } from "@coffer/contract/vault-lists";
import { getRecord } from "../access.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { changeMany } from "./meta.ts";

export function bulkHandlers({ db }: Deps): Handlers<typeof bulk> {
  return {
    placeMany: async ({ ids, categoryId }, viewer) => {
      const scopes = await changeMany(db, viewer, ids, async (tx) => ({
        category_id: categoryId && (await getRecord(tx, viewer, categoryId, "category")).id,
      }));
      return { success: true, scopes };
    },
    setFavourites: async ({ ids, favourite }, viewer) => {
      const scopes = await changeMany(db, viewer, ids, async () => ({ favourite }));
      return { success: true, scopes };
    },
  };
}
