/** Which vault an item is shown in: one that is there, and not where someone else would put it. */
import type { SealedRecord } from "@coffer/contract/record";
import type { Item, Vault } from "@coffer/core/items/item";
import type { ScopeKeys } from "../keyring.ts";

/** The parts of a scope that lists need. */
export interface Source {
  readonly keys: ScopeKeys;
  readonly records: ReadonlyMap<string, SealedRecord>;
}

/**
 * Whether a record of another's has the id of an own one. The server gives no id twice; a colleague whom it helps could, and what is saved in the own one would be sealed for
 * her. So the own one counts.
 */
export const hasOwnId = (all: readonly Source[], { keys }: Source, id: string): boolean =>
  !keys.rights.isOwner && all.some((one) => one.keys.rights.isOwner && one.records.has(id));

/** The vault an item is shown in: if the vault is gone, the item is unassigned, whatever its row says. */
export function vaultIdIn(places: readonly Pick<Source, "records">[], { categoryId }: Pick<SealedRecord, "categoryId">): string | null {
  const isThere = categoryId !== null && places.some(({ records }) => records.get(categoryId)?.kind === "category");
  return isThere ? categoryId : null;
}

/** @param places - scopes in which its vault can be. */
export function withShownVault(places: readonly Source[], item: Item): Item {
  const find = (id: string): HeldVault | null => {
    const source = places.find(({ records }) => records.get(id)?.kind === "category");
    if (!source) return null;
    const { isOwner, sharedBy } = source.keys.rights;
    return { scopeId: source.keys.scopeId, isOwner, sharedBy };
  };
  return withVaultFrom(find, item);
}

type HeldVault = Pick<Vault, "scopeId" | "isOwner" | "sharedBy">;

/**
 * Items shared by others are only in vaults that come with them or from the same person: a sharer cannot place items in the recipient's
 * own vaults.
 */
export function withVaultFrom(find: (id: string) => HeldVault | null | undefined, item: Item): Item {
  const vault = item.categoryId === null ? null : find(item.categoryId);
  const isThere = item.categoryId === null || (vault && (vault.scopeId === item.scopeId || isOfSame(vault, item)));
  return isThere ? item : { ...item, categoryId: null };
}

const isOfSame = (vault: HeldVault, item: Item): boolean =>
  vault.isOwner ? item.isOwner : vault.sharedBy !== null && vault.sharedBy === item.sharedBy;
