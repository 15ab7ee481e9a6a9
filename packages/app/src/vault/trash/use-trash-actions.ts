/** Restores deleted items to where they lay, or deletes them for good; the latter is asked, because nothing brings them back. */
import type { Item, Vault } from "@coffer/core/items/item";
import { byCount, plural } from "@coffer/core/text";
import { confirm } from "../../ui/confirm.ts";
import { toast } from "../../ui/toast.ts";
import { offerUndo } from "../../ui/undo.ts";
import { deletedWords, namesOf } from "../item/use-deletion.ts";
import { usePurgeItems, useRemoveItems, useRestoreItems } from "../queries.ts";
import { useOutcomeText } from "../waiting/waiting-queries.ts";

export interface TrashActions {
  restore(items: readonly Item[]): Promise<void>;
  purge(items: readonly Item[]): Promise<void>;
}

/** @param vaults - those that are there now; an item whose vault is gone goes to none. */
export function useTrashActions(vaults: readonly Vault[]): TrashActions {
  const { mutateAsync: restoreItems } = useRestoreItems();
  const { mutateAsync: purgeItems } = usePurgeItems();
  const { mutateAsync: remove } = useRemoveItems();
  const said = useOutcomeText();
  return {
    async restore(items) {
      try {
        const ids = items.map(({ id }) => id);
        await restoreItems({ ids });
        offerUndo(said(ids, restoredWords(items, vaults)), {
          label: `restore ${namesOf(items)}`,
          takeBack: () => remove({ ids }),
          back: () => said(ids, deletedWords(items)),
          failed: `Could not delete ${namesOf(items)}`,
        });
      } catch (error) {
        toast.failed(error, `Could not restore ${namesOf(items)}`);
      }
    },
    async purge(all) {
      // What waits to be deleted is not in the trash of the server yet.
      const items = all.filter(({ waits }) => !waits);
      if (items.length === 0) return toast.done("These deletions wait for the server. You can restore the items.", false);
      const agreed = await confirm({
        title: byCount(items.length, "Delete the item forever", `Delete ${plural(items.length, "item")} forever`),
        message: `${namesOf(items)} will be deleted for good. This cannot be undone.`,
        confirmLabel: "Delete forever",
        danger: true,
      });
      if (!agreed) return;
      try {
        await purgeItems({ ids: items.map(({ id }) => id) });
        toast.done(byCount(items.length, `${namesOf(items)} was deleted for good`, `${namesOf(items)} were deleted for good`));
      } catch (error) {
        toast.failed(error, `Could not delete ${namesOf(items)}`);
      }
    },
  };
}

/** Says where a single item went; several go back to where each of them lay. */
function restoredWords(items: readonly Item[], vaults: readonly Vault[]): string {
  const [only, ...more] = items;
  if (!only || more.length > 0) return `${namesOf(items)} were restored`;
  return `${namesOf(items)} was restored to ${vaults.find(({ id }) => id === only.categoryId)?.name ?? "Unassigned"}`;
}
