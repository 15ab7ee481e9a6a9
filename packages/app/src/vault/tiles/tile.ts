/** What every tile is given. A tile only arranges: the controls arrive ready, so that they act and are named alike on all of them. */
import type { FindingName } from "@coffer/core/health/finding-names";
import type { Item, Vault } from "@coffer/core/items/item";
import type { ReactNode } from "react";
import type { ItemActions } from "../item/use-item-actions.ts";

export interface TileProps {
  readonly item: Item;
  /** Its vault, for a badge; null when unassigned or when the list is that vault. */
  readonly vault: Vault | null;
  /** The item's name as a button that opens it; its area covers the whole tile. */
  readonly title: ReactNode;
  /** Favourite star, menu, and the marker of items that belong to someone else. */
  readonly star: ReactNode;
  readonly menu: ReactNode;
  readonly marker: ReactNode;
  /** Marks in one of its texts what is searched for. */
  readonly mark: (text: string) => ReactNode;
  /** While something is searched, all that tells it from others: the word may be in any of it. Else empty. */
  readonly line: string;
  /** What was found in it, and how strong its password is. */
  readonly status: ReactNode;
  /** Copy buttons and what else acts on the spot. */
  readonly quick: ReactNode;
}

/** What a list can do with one item or with many at once. */
export interface ListActions extends ItemActions {
  copy(item: Item, field: string): Promise<void>;
  place(items: readonly Item[]): void;
  tag(items: readonly Item[]): void;
  /** Shows what was found in it and what mends that. */
  showFindings(item: Item): void;
  /** Marks all; takes the mark away when all have it. */
  favourite(items: readonly Item[]): Promise<void>;
  /** @returns whether they were deleted. */
  removeAll(items: readonly Item[]): Promise<boolean>;
}

export interface ItemTileProps {
  readonly item: Item;
  readonly vault: Vault | null;
  readonly actions: ListActions;
  readonly onOpen: (item: Item) => void;
  readonly onEdit: (item: Item) => void;
  readonly selected: boolean;
  readonly onSelect: OnSelect;
  /** The field a search found it in; null when nothing is searched or it was its name. */
  readonly found: string | null;
  /** What is searched for, as `searchedWords` gives it; none while nothing is. */
  readonly words: readonly string[];
  /** The gravest of what Health found, and how many items are in it together; null is good. */
  readonly finding: FindingName | null;
  readonly alike: number;
  readonly withStar: boolean;
  readonly narrow: boolean;
  /** Its detail is open next to the list. */
  readonly shown: boolean;
  /** 0 for the item that Tab reaches, -1 for all others of the list. */
  readonly tabIndex: number;
}

/** @param range - everything up to it, from what was selected last. */
export type OnSelect = (item: Item, range: boolean) => void;
