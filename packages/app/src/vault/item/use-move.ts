/** Moves items to a vault, or out of all of them, says so and offers to take it back. */

import { type Item, isOwnItem, type Vault } from "@coffer/core/items/item";
import { byCount } from "@coffer/core/text";
import { useCallback } from "react";
import { toast } from "../../ui/toast.ts";
import { offerUndo } from "../../ui/undo.ts";
import { usePlace } from "../queries.ts";
import { useOutcomeText } from "../waiting/waiting-queries.ts";
import { namesOf } from "./use-deletion.ts";

export const moveFailed = (items: readonly Item[]): string => `Could not move ${namesOf(items)}`;

/** Addresses of the people who made some of these items, for which leaving the vault means going back to them. */
export const makersOf = (items: readonly Item[]): readonly string[] => [
  ...new Set(items.flatMap(({ belongsTo }) => belongsTo?.email ?? [])),
];

/** What was done, and who has it now. */
function doneWith(items: readonly Item[], vault: Vault | undefined): string {
  const [makers, names] = [makersOf(items), namesOf(items)];
  if (makers.length === 0 || vault) {
    const place = vault?.name ?? "Unassigned";
    return byCount(items.length, `${names} was moved to ${place}`, `${names} were moved to ${place}`);
  }
  const out = byCount(items.length, `${names} was moved out of the vault`, `${names} were moved out of the vault`);
  const back = makers.join(", ");
  return byCount(makers.length, `${out}; ${back} has back what they made`, `${out}; ${back} have back what they made`);
}

/** @returns what moves. @throws when that fails; nothing was moved then */
export function useMove(vaults: readonly Vault[]): (items: readonly Item[], vaultId: string | null) => Promise<void> {
  const { mutateAsync: place } = usePlace();
  const said = useOutcomeText();
  return useCallback(
    async (items, vaultId) => {
      // Of several from different places some may be there already.
      const moved = items.filter(({ categoryId }) => categoryId !== vaultId);
      const ids = moved.map(({ id }) => id);
      if (moved.length > 0) await place({ ids, categoryId: vaultId });
      const undo = {
        label: `move ${namesOf(moved)}`,
        takeBack: async () => {
          for (const from of new Set(moved.map(({ categoryId }) => categoryId)))
            await place({ ids: moved.filter(({ categoryId }) => categoryId === from).map(({ id }) => id), categoryId: from });
        },
        back: () => said(ids, byCount(moved.length, `${namesOf(moved)} was moved back`, `${namesOf(moved)} were moved back`)),
        failed: `Could not move ${namesOf(moved)} back`,
      };
      const done = said(
        ids,
        doneWith(
          items,
          vaults.find(({ id }) => id === vaultId),
        ),
      );
      // Moving an item of someone else gives it back to its owner; the user can no longer put it anywhere.
      if (moved.length > 0 && moved.every(isOwnItem)) offerUndo(done, undo);
      else toast.done(done);
    },
    [place, vaults, said],
  );
}
