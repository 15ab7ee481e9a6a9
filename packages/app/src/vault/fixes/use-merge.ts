/** Makes one login of several of the same account: the newest stays, with what only the others held; those go to the trash. */

import { DELETED_KEPT_DAYS } from "@coffer/core/constants";
import { mergeDuplicates } from "@coffer/core/health/merge-duplicates";
import { type Item, isOwnItem, titleOf } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { plural } from "@coffer/core/text";
import { useRef } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { confirm } from "../../ui/confirm.ts";
import { toast } from "../../ui/toast.ts";
import { useUndoOfSave } from "../form/use-undo-of-save.ts";
import { useDeletion } from "../item/use-deletion.ts";
import { useSaveItem } from "../queries.ts";

type Merged = ReturnType<typeof mergeDuplicates<Item>>;

const FAILED = "Could not merge the logins";
const OF_OTHERS = "The others are shared with you, and only their owner can merge them.";
const READ_BY_OTHERS = "The others are read by other people than this one. Move them into the same vault first.";

/**
 * Those that the same people read as that one: what only one of them has is added to another. Which is the newest, and is kept, the writers of a shared vault decide,
 * so without this they could have what is private added to what they read.
 */
function readWith(items: readonly Item[], id: string): readonly Item[] {
  const scopeId = items.find((item) => item.id === id)?.scopeId;
  return items.filter((item) => item.scopeId === scopeId);
}

/** @returns what merges an item with those of these ids that the same people read. */
export function useMerge(): (item: Pick<Item, "id">, ids: readonly string[]) => Promise<void> {
  const client = useClient();
  const { mutateAsync: save } = useSaveItem();
  const remove = useDeletion();
  const isBusy = useRef(false);
  const undoOf = useUndoOfSave();
  return async ({ id: pressed }, ids) => {
    // A second question would be about what is in the trash by its answer.
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const own = (await client.vault.openMany({ ids, withKeys: true })).filter(isOwnItem);
      const items = readWith(own, pressed);
      if (items.length < 2) return toast.failed(own.length < 2 ? OF_OTHERS : READ_BY_OTHERS);
      const merged = mergeDuplicates(items);
      const { kept, fields, isChanged, others } = merged;
      if (!(await confirm({ title: "Merge duplicates", message: questionOf(merged), confirmLabel: "Merge" }))) return;
      const { kind, categoryId, favourite } = kept;
      const isFavourite = favourite || others.some((other) => other.favourite);
      if (!isChanged && isFavourite === favourite) return void (await remove(others, FAILED));
      const draft = { kind, categoryId, favourite: isFavourite, fields };
      const { item } = await save({ base: kept, draft });
      const undo = undoOf({ before: kept, typed: draft, after: item });
      await remove(others, FAILED, {
        ...undo,
        label: `merge duplicates of "${titleOf(kept)}"`,
        done: `What only the others have was added to "${titleOf(kept)}"`,
      });
    } catch (error) {
      toast.failed(error, FAILED);
    } finally {
      isBusy.current = false;
    }
  };
}

function questionOf({ kept, isChanged, others, differing }: Merged): string {
  const { fields } = kindOf(kept.kind);
  const names = differing.map((name) => fields[name]?.label ?? name).join(", ");
  return [
    `"${titleOf(kept)}", the newest, is kept.`,
    isChanged ? "What only the others have is added to it." : "",
    names ? `Where they differ its own stays: ${names}.` : "",
    `${plural(others.length, "other")} will be moved to the trash and can be restored for ${DELETED_KEPT_DAYS} days.`,
  ]
    .filter(Boolean)
    .join(" ");
}
