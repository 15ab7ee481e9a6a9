/** How a share is spoken of. */
import type { ShareRow } from "@coffer/client";
import { DECRYPTION_FAILED } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";

export const typeOf = (kind: ShareRow["kind"]): string => (kind === "category" ? "Vault" : kindOf(kind).words.tile);

/** What is said where a share cannot be read. */
export function nameOf({ name, isExpired, trouble }: Pick<ShareRow, "name" | "isExpired" | "trouble">): string {
  if (name !== null) return name;
  if (isExpired) return "No longer shared";
  if (trouble === "key-pending") return "Not shown yet: waiting for a member who has the team's key";
  if (trouble === "not-loaded") return "Not loaded yet: comes with one of the next updates";
  if (trouble === "not-believed") return "Not shown: what the server says of it is not true";
  return trouble === "changed-key" ? "Not shown: the sharer's security key changed" : DECRYPTION_FAILED;
}

/** "Bank, Mail and 3 more". @param named - how many there is room for */
export function listed(names: readonly string[], named: number): string {
  const more = names.length - named;
  return more > 0 ? `${names.slice(0, named).join(", ")} and ${more} more` : names.join(", ");
}

/** In the name of a button. */
export const whatOf = (rows: readonly ShareRow[]): string => listed(rows.map(nameOf), 3);
