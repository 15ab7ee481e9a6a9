/** What does not open is never sealed again: that would make it look intact. */
import { type Item, titleOf } from "@coffer/core/items/item";
import { ClientError } from "../errors.ts";

/** @throws ClientError that names the items whose content does not open. */
export function refuseTampered(items: readonly Item[]): void {
  const names = items.filter(({ state }) => state === "tampered").map(titleOf);
  if (names.length > 0) throw new ClientError(`Nothing was changed, because these items could not be opened: ${names.join(", ")}`);
}
