/**
 * How a save is taken back: a new item goes to the trash; of an edit, what it changed gets the values of before, in a save of its own. What others have changed stays, before the
 * save and since; where that is the same, nothing is taken back.
 */
import { ClientError, type SaveOutcome } from "@coffer/client";
import { type Draft, type Item, titleOf } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { useClient } from "../../frame/client-context.tsx";
import type { Undoable } from "../../ui/undo.ts";
import { useRemoveItems, useUndoSave } from "../queries.ts";
import { useOutcomeText } from "../waiting/waiting-queries.ts";

interface Saved {
  /** As the form found it, with all its fields; null for a new one. */
  readonly before: Item | null;
  readonly typed: Draft;
  /** As it was saved: with what others had changed meanwhile. */
  readonly after: Item;
}

/** The same edit from the other side: from what was typed, to what was there. What was typed for the first time is empty again. */
function editBack(before: Item, typed: Draft, after: Item): { base: Item; draft: Draft } {
  const blank = Object.fromEntries(Object.keys(typed.fields).map((name) => [name, ""]));
  const { kind, categoryId, favourite } = before;
  // Its revision says that there may be later ones, with which it is merged.
  const base = { ...after, categoryId: typed.categoryId, favourite: typed.favourite, revision: before.revision, saveId: before.saveId };
  return {
    base: { ...base, fields: { ...before.fields, ...typed.fields } },
    draft: { kind, categoryId, favourite, fields: { ...blank, ...before.fields } },
  };
}

export function useUndoOfSave(): (saved: Saved) => Undoable {
  const client = useClient();
  const { mutateAsync: save } = useUndoSave();
  const { mutateAsync: remove } = useRemoveItems();
  const said = useOutcomeText();
  return ({ before, typed, after }) => {
    const name = `"${titleOf(after)}"`;
    if (before === null)
      return {
        label: `add ${name}`,
        takeBack: async () => {
          const now = client.vault.contents()?.items.find(({ id }) => id === after.id);
          // One that waited has its first number by now.
          if (now && now.revision !== after.revision && now.revision !== Math.ceil(after.revision))
            throw new ClientError(`${name} was changed since it was added, so it stays.`);
          await remove({ ids: [after.id] });
        },
        back: () => said([after.id], `${name} was deleted`),
        failed: `Could not delete ${name}`,
      };
    return {
      label: `edit ${name}`,
      takeBack: () => save(editBack(before, typed, after)),
      back: () => said([after.id], `"${titleOf(before)}" is as it was`),
      failed: `Could not take back the change of ${name}`,
    };
  };
}

/** What to say when someone else was faster; null when no one was, or nothing met. */
export function meetingMessage(base: Item, { item, keptAs, toChoose = [], isBack }: SaveOutcome): string | null {
  const name = `"${titleOf(base)}"`;
  const labels = toChoose.map((field) => kindOf(base.kind).fields[field]?.label ?? field);
  if (keptAs) return `${whyApart(name, base, item.id === keptAs.id ? null : item)} What you typed was kept as a new item.`;
  const back = isBack ? `${name} was deleted meanwhile. Your edit brought it back.` : "";
  const choice =
    labels.length > 0 ? `${name} was changed by someone else too. Choose in it between two versions of: ${labels.join(", ")}.` : "";
  return [back, choice].filter(Boolean).join(" ") || null;
}

/** @param item - as it is now; null where it is gone */
function whyApart(name: string, { isOwner }: Item, item: Item | null): string {
  if (item === null) return isOwner ? `${name} was deleted meanwhile.` : `${name} is not shared with you any more.`;
  return item.state === "tampered"
    ? `${name} does not open any more.`
    : `${name} was changed by someone else too, and has no room for both.`;
}
