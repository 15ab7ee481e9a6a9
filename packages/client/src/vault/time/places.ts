/** Where an item was at an earlier moment, as far as it can go back there. */
import type { ItemThen } from "@coffer/contract/as-of";
import type { Scope } from "../../sync/scope.ts";
import type { KnownRecord } from "../../types.ts";
import { vaultIdIn } from "../shown-vault.ts";

export interface Place {
  readonly categoryId: string | null;
  readonly favourite: boolean;
}

/** Between vaults that are not shared. What is in a shared vault, or is shared on its own, stays where it is: a move out of one, or into one, changes who can read it. */
export function reachable(scope: Scope, record: KnownRecord, { categoryId, favourite }: Place): Place {
  const isThere = categoryId === null || scope.records.get(categoryId)?.kind === "category";
  const isOpen = scope.keys.rights.kind === "personal" && isThere;
  // The scope of an item that is shared on its own holds no vault.
  const here = scope.keys.rights.kind === "item" ? record.categoryId : vaultIdIn([scope], record);
  return { categoryId: isOpen ? categoryId : here, favourite };
}

/** An item that was put into the trash since says when; what others put there has no place of its own. */
export const wasTrashed = (record: KnownRecord, place: ItemThen["place"], at: number): boolean => {
  const trashedAt = place ? place.trashedAt : record.trashedAt;
  return trashedAt !== null && trashedAt <= at;
};
