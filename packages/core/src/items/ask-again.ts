/** Items that are filled into a page only after the master password. */
import type { Item } from "./item.ts";

/** Whatever it says: what a later version wrote there asks too. @param item - opened, not an overview. */
export const asksAgain = ({ fields }: Pick<Item, "fields">): boolean => (fields.x_ask ?? "") !== "";
