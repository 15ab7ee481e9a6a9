/** Deletes items into the trash and offers to take it back. Asking beforehand is the caller's. */
import { type Item, titleOf } from "@coffer/core/items/item";
import { byCount, plural } from "@coffer/core/text";
import { useCallback } from "react";
import { toast } from "../../ui/toast.ts";
import { offerUndo, type Undoable } from "../../ui/undo.ts";
import { useRemoveItems, useRestoreItems } from "../queries.ts";
import { useOutcomeText } from "../waiting/waiting-queries.ts";
import { mayOrganise } from "./rights.ts";

/** "GitHub" in quotes, or how many. */
export const namesOf = (items: readonly Item[]): string =>
  items.length === 1 && items[0] ? `"${titleOf(items[0])}"` : plural(items.length, "item");

export const deletedWords = (items: readonly Item[]): string =>
  byCount(items.length, `${namesOf(items)} was deleted`, `${namesOf(items)} were deleted`);

const changedMeanwhile = (items: readonly Item[]): string =>
  byCount(
    items.length,
    `${namesOf(items)} was changed by someone else meanwhile, so not deleted`,
    `${namesOf(items)} were changed by someone else meanwhile, so not deleted`,
  );

/** What was done with it, and is taken back with it: what was deleted comes back first. */
interface Together extends Undoable {
  /** Said where that alone was done, and nothing deleted. */
  readonly done: string;
}

/** @returns what deletes; its answer is whether that succeeded. */
export function useDeletion(): (items: readonly Item[], failure: string, together?: Together) => Promise<boolean> {
  const { mutateAsync: remove } = useRemoveItems();
  const { mutateAsync: restore } = useRestoreItems();
  const said = useOutcomeText();
  return useCallback(
    async (all, failure, together) => {
      const offerRest = (): void => {
        if (together) offerUndo(together.done, together);
      };
      try {
        const staying = await remove({ ids: all.map(({ id }) => id) });
        const changed = all.filter(({ id }) => staying.includes(id));
        if (changed.length > 0) toast.failed(changedMeanwhile(changed));
        const items = all.filter((item) => !changed.includes(item));
        if (items.length === 0) {
          offerRest();
          return false;
        }
        const ids = items.map(({ id }) => id);
        const done = said(ids, deletedWords(items));
        // Only the owner can restore an item of someone else.
        const undo = {
          label: together?.label ?? `delete ${namesOf(items)}`,
          takeBack: inTurn([() => restore({ ids }), ...(together ? [together.takeBack] : [])]),
          back: () => said(ids, byCount(items.length, `${namesOf(items)} was restored`, `${namesOf(items)} were restored`)),
          failed: `Could not restore ${namesOf(items)}`,
        };
        if (items.every(mayOrganise)) offerUndo(done, undo);
        else toast.done(done);
        return true;
      } catch (error) {
        toast.failed(error, failure);
        offerRest();
        return false;
      }
    },
    [remove, restore, said],
  );
}

/** One after the other. Tried again, it goes on with the one that failed. */
function inTurn(steps: readonly (() => Promise<unknown>)[]): () => Promise<void> {
  let done = 0;
  return async () => {
    for (; done < steps.length; done++) await steps[done]?.();
  };
}
