/**
 * What others share, and this person does not want to have: a decision of their own, kept in the trust store. It ends no access, and neither the server nor who shares it is told.
 * Nothing of it is opened, listed, filled or searched on any device of theirs. Only a press shows it again.
 */
import { api } from "@coffer/contract/api";
import type { SharedItem } from "@coffer/contract/sharing";
import { ClientError } from "../errors.ts";
import { pull } from "../vault/read.ts";
import type { SharingContext } from "./context.ts";
import { CHANGED_SINCE } from "./pressed-shares.ts";
import type { ShareRow } from "./share-lists.ts";
import { changeTrust, readTrust } from "./trust-store.ts";

interface OfShares {
  /** As they were shown: which item or vault it is, the list that is asked for at the press could say otherwise. */
  readonly shares: readonly Pick<ShareRow, "id" | "itemId" | "name">[];
}

/** @throws ConnectionError, AppError; ClientError where the server lists another one under that id by now */
export async function hideShares(context: SharingContext, { shares }: OfShares): Promise<void> {
  const [rows, scopes] = [await listed(context, shares), await context.scopes()];
  for (const { scope_id, item_id } of rows) {
    const open = scopes.find(({ keys }) => keys.scopeId === scope_id);
    if (open && !open.records.has(item_id) && !open.trashed.has(item_id)) throw new ClientError(CHANGED_SINCE);
  }
  const hidden = Object.fromEntries(rows.map(({ scope_id, name }) => [scope_id, name ?? ""]));
  await changeTrust(context, (store) => ({ ...store, hidden: { ...store.hidden, ...hidden } }));
  await pull(context);
}

/** @throws as `hideShares` */
export async function showShares(context: SharingContext, { shares }: OfShares): Promise<void> {
  const [rows, { hidden: before }] = [await listed(context, shares), await readTrust(context)];
  if (rows.some(({ scope_id, name }) => before[scope_id] !== undefined && before[scope_id] !== (name ?? "")))
    throw new ClientError(CHANGED_SINCE);
  const shown = new Set(rows.map(({ scope_id }) => scope_id));
  await changeTrust(context, (store) => {
    const hidden = Object.entries(store.hidden).filter(([scopeId]) => !shown.has(scopeId));
    return { ...store, hidden: Object.fromEntries(hidden) };
  });
  await pull(context);
}

async function listed(context: SharingContext, shares: OfShares["shares"]): Promise<(SharedItem & Pick<ShareRow, "name">)[]> {
  const rows = await context.call(api.sharing.sharedWithMe, {});
  return shares.flatMap(({ id, itemId, name }) => {
    const row = rows.find((one) => one.id === id);
    if (row && row.item_id !== itemId) throw new ClientError(CHANGED_SINCE);
    return row ? [{ ...row, name }] : [];
  });
}
