/** Gives back what an item held in an earlier version: a save of what it is now, so that it meets other edits as any does, and can be taken back. */
import type { ItemVersion } from "@coffer/client";
import { type Draft, type Item, titleOf } from "@coffer/core/items/item";
import { withRestored } from "@coffer/core/items/item-versions";
import { toast } from "../../ui/toast.ts";
import { offerUndo } from "../../ui/undo.ts";
import { meetingMessage, useUndoOfSave } from "../form/use-undo-of-save.ts";
import { useSaveItem } from "../queries.ts";
import { KEPT_HERE } from "../waiting/waiting-queries.ts";
import type { ShownVersion } from "./shown-versions.ts";

/** What is given back. */
interface Restored {
  readonly from: ShownVersion;
  /** What the item is, as it is shown. */
  readonly now: ItemVersion;
  readonly names: readonly string[];
  /** "password", or "3 fields". */
  readonly what: string;
}

export function useRestore(item: Item) {
  const { mutateAsync: save, isPending } = useSaveItem();
  const undoOf = useUndoOfSave();
  const restore = async ({ from: { name, version }, now, names, what }: Restored): Promise<void> => {
    const { kind, categoryId, favourite } = item;
    const base: Item = { ...item, revision: now.revision, saveId: now.saveId, fields: now.fields, state: now.state };
    const typed: Draft = { kind, categoryId, favourite, fields: withRestored(now.fields, version.fields, names) };
    try {
      const outcome = await save({ base, draft: typed });
      const done = outcome.item.waits ? KEPT_HERE : `Restored ${what} of ${name}`;
      const met = meetingMessage(base, outcome);
      const undo = { ...undoOf({ before: base, typed, after: outcome.item }), label: `restore ${what} of "${titleOf(base)}"` };
      if (met === null) return offerUndo(done, undo);
      toast.done(done);
      toast.done(met);
    } catch (error) {
      toast.failed(error, `Could not restore ${what}`);
    }
  };
  return { restore, isRestoring: isPending };
}
