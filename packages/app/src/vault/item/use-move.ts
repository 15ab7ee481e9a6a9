/** Moves items to a vault, or out of all of them, says so and offers to take it back. */
import { type Item, isOwnItem, type Vault } from "@coffer/core/items/item";
import { useCallback } from "react";
import { toast } from "../../ui/toast.ts";
import { usePlace } from "../queries.ts";
import { namesOf, wasOrWere } from "./use-deletion.ts";

export const moveFailed = (items: readonly Item[]): string => `Could not move ${namesOf(items)}`;

/** @returns what moves. @throws when that fails; nothing was moved then */
export function useMove(vaults: readonly Vault[]): (items: readonly Item[], vaultId: string | null) => Promise<void> {
  const { mutateAsync: place } = usePlace();
  return useCallback(
    async (items, vaultId) => {
      // Of several from different places some may be there already.
      const moved = items.filter(({ categoryId }) => categoryId !== vaultId);
      if (moved.length > 0) await place({ ids: moved.map(({ id }) => id), categoryId: vaultId });
      const back = async () => {
        try {
          for (const from of new Set(moved.map(({ categoryId }) => categoryId)))
            await place({ ids: moved.filter(({ categoryId }) => categoryId === from).map(({ id }) => id), categoryId: from });
          toast.done(`${namesOf(moved)} ${wasOrWere(moved)} moved back`);
        } catch (error) {
          toast.failed(error, `Could not move ${namesOf(moved)} back`);
        }
      };
      const done = `${namesOf(items)} ${wasOrWere(items)} moved to ${vaults.find(({ id }) => id === vaultId)?.name ?? "Unassigned"}`;
      // Moving an item of someone else gives it back to its owner; the user can no longer put it anywhere.
      if (moved.length > 0 && moved.every(isOwnItem)) toast.offer(done, { label: "Undo", run: () => void back() });
      else toast.done(done);
    },
    [place, vaults],
  );
}
