/**
 * What others share, and this person does not want to have: a decision of their own, kept in the trust store. It ends no access, and neither the server nor who shares it is told.
 * Nothing of it is opened, listed, filled or searched on any device of theirs. Only a press shows it again.
 */
import { api } from "@coffer/contract/api";
import type { SharedItem } from "@coffer/contract/sharing";
import { pull } from "../vault/read.ts";
import type { SharingContext } from "./context.ts";
import { namesIn } from "./share-lists.ts";
import { changeTrust } from "./trust-store.ts";

interface OfShares {
  /** As the list of what others share has them. */
  readonly ids: readonly string[];
}

/** @throws ConnectionError, AppError */
export async function hideShares(context: SharingContext, { ids }: OfShares): Promise<void> {
  const [rows, names] = [await sharesOf(context, ids), namesIn(context)];
  const hidden = Object.fromEntries(rows.map(({ scope_id, item_id }) => [scope_id, names.get(item_id) ?? ""]));
  await changeTrust(context, (store) => ({ ...store, hidden: { ...store.hidden, ...hidden } }));
  await pull(context);
}

/** @throws ConnectionError, AppError */
export async function showShares(context: SharingContext, { ids }: OfShares): Promise<void> {
  const shown = new Set((await sharesOf(context, ids)).map(({ scope_id }) => scope_id));
  await changeTrust(context, (store) => {
    const hidden = Object.entries(store.hidden).filter(([scopeId]) => !shown.has(scopeId));
    return { ...store, hidden: Object.fromEntries(hidden) };
  });
  await pull(context);
}

const sharesOf = async (context: SharingContext, ids: readonly string[]): Promise<SharedItem[]> =>
  (await context.call(api.sharing.sharedWithMe, {})).filter(({ id }) => ids.includes(id));
