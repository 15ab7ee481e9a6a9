/** What can be done with an item from any list or detail: copy, open its website, mark, delete; each with the specified messages. */

import { DELETED_KEPT_DAYS } from "@coffer/core/constants";
import { controlOf } from "@coffer/core/items/controls";
import { type Item, parseWebAddress, titleOf } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { useMemo } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { launches } from "../../frame/launches.ts";
import { confirm } from "../../ui/confirm.ts";
import { toast } from "../../ui/toast.ts";
import { useFavourite, useMarkUsed } from "../queries.ts";
import { copiedText } from "./copyable.ts";
import { useDeletion } from "./use-deletion.ts";

/** The field of a kind that opens as a web site, if it has one. */
export const websiteField = (item: Pick<Item, "kind">): string | null =>
  Object.entries(kindOf(item.kind).fields).find(([, field]) => !field.hidden && controlOf(field.control).launches)?.[0] ?? null;

export interface ItemActions {
  /** A field's value as it is copied, opened on demand: lists hold overviews only. */
  read(item: Item, field: string): Promise<string>;
  used(item: Item): void;
  /** @param address - one of the item's; its website where none is given. */
  launch(item: Item, address?: string): void;
  toggleFavourite(item: Item): Promise<void>;
  /** @returns whether it was deleted: false when the person changed their mind or it failed. */
  remove(item: Item): Promise<boolean>;
}

export function useItemActions(): ItemActions {
  const client = useClient();
  const { mutateAsync: setFavourite } = useFavourite();
  const { mutate: markUsed } = useMarkUsed();
  const removeItems = useDeletion();

  return useMemo(() => {
    const used = (item: Item) => markUsed({ id: item.id });
    return {
      read: async (item, field) => copiedText(await client.vault.open({ id: item.id }), field, Date.now()),
      used,
      launch: (item, address) => launch(item, used, address),
      async toggleFavourite(item) {
        const change = { id: item.id, favourite: !item.favourite };
        await setFavourite(change).catch((error: unknown) => toast.failed(error, `Could not change "${titleOf(item)}"`));
      },
      async remove(item) {
        const { confirmDelete, deleteFailed, one } = kindOf(item.kind).words;
        const owner = item.belongsTo?.email ?? (item.isOwner ? null : item.sharedBy);
        const goes = `"${titleOf(item)}" goes to the trash and stays there for ${DELETED_KEPT_DAYS} days.`;
        const detail = owner ? `${goes} It belongs to ${owner}, who is told and can bring it back.` : goes;
        if (!(await confirm({ title: `Delete ${one}`, message: confirmDelete, detail, confirmLabel: "Delete", danger: true })))
          return false;
        return removeItems([item], deleteFailed);
      },
    };
  }, [client, setFavourite, removeItems, markUsed]);
}

const LAUNCH_FAILED = "Failed to launch website";

function launch(item: Item, used: (item: Item) => void, chosen?: string): void {
  const field = websiteField(item);
  const typed = (chosen ?? (field ? item.fields[field] : undefined))?.trim();
  const address = typed ? parseWebAddress(typed) : null;
  if (!address) {
    toast.failed(typed ? LAUNCH_FAILED : "No website URL provided");
    return;
  }
  launches.announce({ entryId: item.id, url: address.href, timestamp: Date.now() });
  try {
    window.open(address.href, "_blank", "noopener,noreferrer");
  } catch {
    toast.failed(LAUNCH_FAILED); // an extension or the browser's settings forbid it
    return;
  }
  used(item);
}
