/** The keys of an item and of the selection. They act on everything that is selected, else on the item whose detail is open, else on the one with the focus. */
import type { Item } from "@coffer/core/items/item";
import { type ShortcutHandlers, useShortcuts } from "../../frame/keyboard/use-shortcuts.tsx";
import { isCopyable } from "../item/copyable.ts";
import { mayEdit } from "../item/rights.ts";
import { websiteField } from "../item/use-item-actions.ts";
import type { ListActions } from "../tiles/tile.ts";
import { type CopyKey, TILES } from "../tiles/tiles.ts";
import type { ListSelection } from "./use-selection.ts";

interface Options {
  readonly items: readonly Item[];
  /** In the detail; null while none is open. */
  readonly shown: Item | null;
  readonly selection: ListSelection;
  readonly actions: ListActions;
  readonly onEdit: (item: Item) => void;
  readonly onClose: () => void;
  readonly onReveal: (item: Item, field: string) => void;
}

export function useListKeys({ items, shown, selection, actions, onEdit, onClose, onReveal }: Options): void {
  const current = (): Item | null => shown ?? items.find(({ id }) => id === focusedKey()) ?? null;
  /** @returns false when there is no item for the key, or it does not have what the key is about. */
  const withItem = (act: (item: Item) => unknown) => () => {
    const item = current();
    return item !== null && act(item) !== false;
  };
  const withAll = (act: (chosen: readonly Item[]) => void) => () => {
    const item = current();
    const chosen = shown === null && selection.items.length > 0 ? selection.items : item ? [item] : [];
    if (chosen.length > 0) act(chosen);
    return chosen.length > 0;
  };
  const copy = (key: CopyKey) =>
    withItem((item) => {
      const field = TILES[item.kind].keys[key];
      if (field === undefined || !isCopyable(item, field)) return false;
      void actions.copy(item, field);
    });
  const handlers: ShortcutHandlers = {
    edit: withItem((item) => (mayEdit(item) ? onEdit(item) : false)),
    copyUser: copy("copyUser"),
    copySecret: copy("copySecret"),
    copyCode: copy("copyCode"),
    launch: withItem((item) => (websiteField(item) ? actions.launch(item) : false)),
    reveal: withItem((item) => {
      const field = TILES[item.kind].keys.copySecret;
      if (field === undefined || !isCopyable(item, field)) return false;
      onReveal(item, field);
    }),
    favourite: withAll((chosen) => void actions.favourite(chosen)),
    place: withAll(actions.place),
    remove: withAll((chosen) => {
      void actions.removeAll(chosen).then((removed) => {
        if (removed && shown) onClose();
      });
    }),
    selectAll: () => {
      selection.selectAll();
      return items.length > 0;
    },
    unselect: () => {
      const any = selection.items.length > 0;
      if (any) selection.clear();
      return any;
    },
  };
  useShortcuts(handlers);
}

const focusedKey = (): string | null => document.activeElement?.closest<HTMLElement>("[data-key]")?.dataset.key ?? null;
