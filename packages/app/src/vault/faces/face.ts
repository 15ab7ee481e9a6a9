/** What every face is given. A face only arranges: the controls arrive ready, so that they act and are named alike on all of them. */
import type { Item, Vault } from "@coffer/core/items/item";
import type { ReactNode } from "react";

export interface FaceProps {
  readonly item: Item;
  /** The vault it lies in, for a badge; null when unassigned or when the list is that vault. */
  readonly vault: Vault | null;
  /** The item's name as a button that opens it; its area covers the whole tile. */
  readonly title: ReactNode;
  /** Favourite star, menu, and the marker of items that belong to somebody else. */
  readonly star: ReactNode;
  readonly menu: ReactNode;
  readonly marker: ReactNode;
  /** Copy buttons and what else acts on the spot. */
  readonly quick: ReactNode;
}
