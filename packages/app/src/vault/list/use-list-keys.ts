/** The keys of an item and of the selection. They act on everything that is selected, else on the item whose detail is open, else on the one with the focus. */
import { type Item, titleOf } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { type ShortcutHandlers, useShortcuts } from "../../frame/keyboard/use-shortcuts.tsx";
import { toast } from "../../ui/toast.ts";
import { isCopyable } from "../item/copyable.ts";
import { mayEdit, spokenLabel } from "../item/rights.ts";
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
  readonly onVersions: (item: Item) => void;
  readonly onReveal: (item: Item, field: string) => void;
}

export function useListKeys(options: Options): void {
  const handlers: ShortcutHandlers = { ...itemKeys(options), ...chosenKeys(options), ...selectionKeys(options) };
  useShortcuts(handlers);
}

const currentOf = ({ shown, items }: Options): Item | null => shown ?? items.find(({ id }) => id === focusedKey()) ?? null;

/** What the item has not, where a key finds nothing and its kind has no field for it. */
const CALLED: Readonly<Record<CopyKey, string>> = { copyUser: "username", copySecret: "password", copyCode: "one-time code" };

/** Keys of one item. */
function itemKeys(options: Options): ShortcutHandlers {
  const { actions, onEdit, onReveal, onVersions } = options;
  /** @returns false when there is no item for the key, or it does not have what the key is about. */
  const withItem = (act: (item: Item) => unknown) => () => {
    const item = currentOf(options);
    return item !== null && act(item) !== false;
  };
  const withField = (key: CopyKey, act: (item: Item, field: string) => void) =>
    withItem((item) => {
      const field = TILES[item.kind].keys[key];
      if (field !== undefined && isCopyable(item, field)) return act(item, field);
      const { fields, words } = kindOf(item.kind);
      const label = spokenLabel((field !== undefined && fields[field]?.label) || CALLED[key]);
      toast.failed(item.state === "tampered" ? words.openFailed : `"${titleOf(item)}" has no ${label}`);
    });
  const copy = (item: Item, field: string): void => void actions.copy(item, field);
  return {
    edit: withItem((item) => (mayEdit(item) ? onEdit(item) : false)),
    copyUser: withField("copyUser", copy),
    copySecret: withField("copySecret", copy),
    copyCode: withField("copyCode", copy),
    launch: withItem((item) => (websiteField(item) ? actions.launch(item) : false)),
    reveal: withField("copySecret", onReveal),
    versions: withItem(onVersions),
  };
}

/** Keys of everything that is selected, else of one item. */
function chosenKeys(options: Options): ShortcutHandlers {
  const { shown, selection, actions, onClose } = options;
  const withAll = (act: (chosen: readonly Item[]) => void) => () => {
    const item = currentOf(options);
    const chosen = shown === null && selection.items.length > 0 ? selection.items : item ? [item] : [];
    if (chosen.length > 0) act(chosen);
    return chosen.length > 0;
  };
  const remove = async (chosen: readonly Item[]) => {
    if ((await actions.removeAll(chosen)) && shown) onClose();
  };
  return {
    favourite: withAll((chosen) => void actions.favourite(chosen)),
    place: withAll(actions.place),
    remove: withAll((chosen) => void remove(chosen)),
  };
}

/** Keys of the selection itself. */
const selectionKeys = ({ items, selection }: Options): ShortcutHandlers => ({
  selectAll: () => {
    selection.selectAll();
    return items.length > 0;
  },
  unselect: () => {
    const any = selection.items.length > 0;
    if (any) selection.clear();
    return any;
  },
});

const focusedKey = (): string | null => document.activeElement?.closest<HTMLElement>("[data-key]")?.dataset.key ?? null;
