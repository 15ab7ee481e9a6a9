/** Has the master password typed for an item that asks for it, in the popup or the side panel: never in a page. */
import { proof } from "@coffer/app/ui/confirm.ts";
import type { Item } from "@coffer/client";
import { asksAgain } from "@coffer/core/items/ask-again";
import { titleOf } from "@coffer/core/items/item";

/** @returns whether it may be used now. */
export const proveFirst = async (item: Item): Promise<boolean> => !asksAgain(item) || proof.ask({ item: titleOf(item) });

/** Said when the person went back. */
export const NOT_PROVEN = "Not filled in: your master password was not entered.";
