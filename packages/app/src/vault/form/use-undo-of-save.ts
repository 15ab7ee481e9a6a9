/** How a save is taken back: a new item goes to the trash; of an edit, what it changed gets the values of before, in a save of its own. What others changed since stays. */
import { ClientError, type SaveOutcome } from "@coffer/client";
import { type Draft, type Item, titleOf } from "@coffer/core/items/item";
import type { Undoable } from "../../ui/undo.ts";
import { useRemoveItems, useSaveItem } from "../queries.ts";

/** The item as it was before the save, as if it had been typed again: fields that it did not have then are empty. */
function draftOfBefore(before: Item, after: Item): Draft {
  const blank = Object.fromEntries(Object.keys(after.fields).map((name) => [name, ""]));
  return { kind: before.kind, categoryId: before.categoryId, favourite: before.favourite, fields: { ...blank, ...before.fields } };
}

/** @returns a function of the item before, null for a new one, and as it was saved, with all their fields */
export function useUndoOfSave(): (before: Item | null, after: Item) => Undoable {
  const { mutateAsync: save } = useSaveItem();
  const { mutateAsync: remove } = useRemoveItems();
  return (before, after) => {
    const name = `"${titleOf(after)}"`;
    if (before === null)
      return {
        label: `add ${name}`,
        takeBack: () => remove({ ids: [after.id] }),
        back: `${name} was deleted`,
        failed: `Could not delete ${name}`,
      };
    return {
      label: `edit ${name}`,
      takeBack: async () => {
        const said = conflictMessage(after, await save({ base: after, draft: draftOfBefore(before, after) }));
        if (said !== null) throw new ClientError(said);
      },
      back: `"${titleOf(before)}" is as it was`,
      failed: `Could not take back the change of ${name}`,
    };
  };
}

/** What to say when someone else was faster; null when no one was. What was typed is kept as an item of its own in both cases. */
export function conflictMessage(base: Item, { item, conflict }: SaveOutcome): string | null {
  if (conflict === null) return null;
  return item.id === conflict.id
    ? `"${titleOf(base)}" ${base.isOwner ? "was deleted meanwhile" : "is not shared with you any more"}. What you typed was kept as a new item.`
    : `"${titleOf(item)}" was also changed on another device. Both versions were kept.`;
}
