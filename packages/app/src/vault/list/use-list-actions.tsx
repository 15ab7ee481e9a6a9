/** What a list can do with one item or many at once: what a detail can, and move to a vault, tag, mark or delete all that are selected. */

import { DELETED_KEPT_DAYS } from "@coffer/core/constants";
import type { Found } from "@coffer/core/health/health";
import type { Item, Vault } from "@coffer/core/items/item";
import { LOCALE, plural } from "@coffer/core/text";
import { Fragment, type ReactNode, useMemo, useState } from "react";
import { confirm } from "../../ui/confirm.ts";
import { toast } from "../../ui/toast.ts";
import { FindingsDialog } from "../fixes/FindingsDialog.tsx";
import { useFixes } from "../fixes/use-fixes.tsx";
import { copyField } from "../item/copy-field.ts";
import { mayEdit, mayOrganise } from "../item/rights.ts";
import { namesOf, useDeletion } from "../item/use-deletion.ts";
import { type ItemActions, useItemActions } from "../item/use-item-actions.ts";
import { useFavourites } from "../queries.ts";
import type { ListActions } from "../tiles/tile.ts";
import { MoveDialog } from "./MoveDialog.tsx";
import { TagDialog } from "./TagDialog.tsx";

type OpenDialog = { readonly what: "place" | "tag" | "findings"; readonly items: readonly Item[] };

/** @returns the actions, and the dialogs to draw. */
export function useListActions(vaults: readonly Vault[]): [ListActions, ReactNode] {
  const single = useItemActions();
  const deletion = useDeletion();
  const { mutateAsync: setFavourites } = useFavourites();
  const { fixes, dialogs } = useFixes();
  const [asked, ask] = useState<OpenDialog | null>(null);
  const actions = useMemo<ListActions>(
    () => ({
      ...single,
      copy: (item, field) => copyField(single, item, field),
      place: (items) => ask(allowed("place", items)),
      tag: (items) => ask(allowed("tag", items)),
      showFindings: (item) => ask({ what: "findings", items: [item] }),
      ...actionsOnAll(single, deletion, setFavourites),
    }),
    [single, deletion, setFavourites],
  );
  const close = () => ask(null);
  const fix = (item: Item, found: Found) => {
    close();
    fixes.fix(item, found);
  };
  return [
    actions,
    <Fragment key="dialogs">
      {asked?.what === "place" && <MoveDialog {...asked} vaults={vaults} onClose={close} />}
      {asked?.what === "tag" && <TagDialog {...asked} onClose={close} />}
      {asked?.what === "findings" &&
        asked.items.map((item) => <FindingsDialog key={item.id} item={item} onFix={(found) => fix(item, found)} onClose={close} />)}
      {dialogs}
    </Fragment>,
  ];
}

function actionsOnAll(
  single: ItemActions,
  deletion: ReturnType<typeof useDeletion>,
  setFavourites: ReturnType<typeof useFavourites>["mutateAsync"],
): Pick<ListActions, "favourite" | "removeAll"> {
  return {
    async favourite(items) {
      const own = items.filter(mayOrganise);
      const favourite = !own.every((item) => item.favourite);
      try {
        if (own.length > 0) await setFavourites({ ids: own.map(({ id }) => id), favourite });
      } catch (error) {
        toast.failed(error, `Could not change ${namesOf(own)}`);
      }
    },
    async removeAll(items) {
      const mine = items.filter(mayEdit);
      const [only, ...more] = mine;
      if (!only) return false;
      if (more.length === 0) return single.remove(only);
      return (await confirm(deletionQuestion(mine, items.length - mine.length))) && deletion(mine, `Failed to delete ${namesOf(mine)}`);
    },
  };
}

const ALLOWED = { place: mayOrganise, tag: (item: Item) => mayEdit(item) && item.state === "intact" } as const;

function allowed(what: keyof typeof ALLOWED, items: readonly Item[]): OpenDialog | null {
  const those = items.filter(ALLOWED[what]);
  return those.length > 0 ? { what, items: those } : null;
}

function deletionQuestion(items: readonly Item[], kept: number) {
  const goes = `Are you sure you want to delete these ${items.length.toLocaleString(LOCALE)} items? They stay in the trash for ${DELETED_KEPT_DAYS} days.`;
  return {
    title: `Delete ${plural(items.length, "item")}`,
    message: kept > 0 ? `${goes} ${plural(kept, "item")} that you may only read will stay.` : goes,
    confirmLabel: `Delete ${plural(items.length, "item")}`,
    danger: true,
  };
}
