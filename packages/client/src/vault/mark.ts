/** What changes about items without a new save: their vault, the favourite mark, their last use. It is plaintext metadata, so it needs no head (decision N-42). */
import { api } from "@coffer/contract/api";
import type { SealedRecord } from "@coffer/contract/record";
import type { Item } from "@coffer/core/items/item";
import type { VaultContext } from "./context.ts";
import { open, pull } from "./read.ts";

/** @throws AppError not_found when the item is gone. */
export async function setFavourite(
  context: VaultContext,
  { id, favourite }: { readonly id: string; readonly favourite: boolean },
): Promise<Item> {
  const { records } = await context.scope();
  if (records.get(id)?.favourite !== favourite) {
    const reply = await context.call(api.vault.toggleFavourite, { id });
    await takeOver(context, id, { favourite: reply.favourite }, reply.meta);
  }
  return open(context, { id });
}

interface Favourites {
  readonly ids: readonly string[];
  readonly favourite: boolean;
}

/** In one call, all or none. @throws AppError not_found when one of them is gone. */
export async function setFavourites(context: VaultContext, { ids, favourite }: Favourites): Promise<void> {
  if (ids.length === 0) return;
  await context.call(api.vault.setFavourites, { ids: [...ids], favourite });
  await pull(context);
}

/** Notes that an item was copied or launched now, by the server's clock. @throws AppError not_found when it is gone. */
export async function markUsed(context: VaultContext, { id }: { readonly id: string }): Promise<void> {
  const reply = await context.call(api.vault.used, { id });
  await takeOver(context, id, { lastUsedAt: reply.last_used }, reply.meta);
}

interface Placing {
  readonly ids: readonly string[];
  /** Null takes them out of their vault. */
  readonly categoryId: string | null;
}

/** One item by the specified calls, several in one, all or none. @throws AppError not_found when one of them, or the vault, is gone. */
export async function place(context: VaultContext, { ids, categoryId }: Placing): Promise<void> {
  const { call } = context;
  const [id, ...more] = ids;
  if (id === undefined) return;
  if (more.length > 0) {
    await call(api.vault.placeMany, { ids: [...ids], categoryId });
    await pull(context); // what was changed without a head comes back with it, however many items it is
    return;
  }
  const { meta } = await (categoryId ? call(api.vault.place, { id, categoryId }) : call(api.vault.unplace, { id }));
  await takeOver(context, id, { categoryId }, meta);
}

async function takeOver({ scope, shown }: VaultContext, id: string, patch: Partial<SealedRecord>, meta: number): Promise<void> {
  await (await scope()).patch(id, patch, meta);
  await shown.refresh();
}
