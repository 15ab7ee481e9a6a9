/** What the person may do with an item or a vault, and how fields are spoken of. The server decides rights again; here they decide what is offered. */
import type { FixName } from "@coffer/core/health/findings";
import { type Item, isOwnItem, type Vault } from "@coffer/core/items/item";
import { type KindName, kindOf } from "@coffer/core/items/kinds";
import { KEEPS_CAPITALS } from "@coffer/core/text";

type WithRights = Pick<Item | Vault, "isOwner" | "permission">;

/** Edit and delete: the owner, and anyone who was given more than read access. */
export const mayEdit = (held: WithRights): boolean => held.isOwner || held.permission !== "read";

/** Marking as favourite and moving between vaults is the owner's alone (decision V-10). */
export const mayOrganise = (held: WithRights): boolean => held.isOwner;

/** An item that opens whole, is the user's own and is in no vault of someone else: in a shared vault, no one shares for another. */
export const mayShare = (item: Item): boolean => isOwnItem(item) && !item.sharedBy && item.state === "intact";

/** Whether that is done with an item here: a merge deletes the others, so it is for the user's own logins alone (and for those that the same people read: use-merge.ts). */
export const mayFix = (held: WithRights, fix: FixName): boolean => (fix === "merge" ? mayOrganise(held) : mayEdit(held));

/** Offered by "Add Existing Item": the user's own items in no vault (specification 2 §4). */
export const mayAddToVault = (item: Item): boolean => item.categoryId === null && mayOrganise(item);

/** "by" and the owner of someone else's vault; null for the user's own. */
export const ownerLabel = ({ sharedBy }: Pick<Vault, "sharedBy">): string | null => (sharedBy ? `by ${sharedBy}` : null);

/** A label inside a sentence: "Username / Email" is spoken as "username", "CVV" stays as it is, and so does a noun in German. */
export function spokenLabel(label: string): string {
  const [first = label] = label.split(" / ");
  return KEEPS_CAPITALS ? first : first.replace(/(?<!\p{L})\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
}

/** The accessible name of a copy button, "Copy password for GitHub", and what it says then. */
export function copyLabels(kind: KindName, field: string, name: string): { readonly label: string; readonly copied: string } {
  const what = spokenLabel(kindOf(kind).fields[field]?.label ?? field);
  return { label: `Copy ${what} for ${name}`, copied: `Copied ${what} for ${name}` };
}
