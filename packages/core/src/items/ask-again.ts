/** Items that are filled into a page only after the master password. */
import type { Item } from "./item.ts";

/** @param item - opened, not an overview. */
export const asksAgain = ({ fields }: Pick<Item, "fields">): boolean => fields.x_ask_again === "fill";
