/** What pages say of whose an item is, and of who reads what is saved in it. */
import type { Client, Item } from "@coffer/client";
import { type Owner, ownerOf, type Readers, readersOf } from "./item-ownership.ts";

/** Empty for the user's own. */
export function ownerWords(owner: Owner | undefined): string {
  if (owner === undefined) return "";
  return "sharedBy" in owner ? `Shared by ${owner.sharedBy}` : `Made by ${owner.madeBy}`;
}

/** Empty for no one. */
export function readersWords(readers: Readers | undefined): string {
  if (readers === undefined) return "";
  const { owner, within } = readers;
  const made = ownerWords(owner);
  if (owner !== undefined && "sharedBy" in owner) return `${made}, who will be able to read it`;
  if (within) return made ? `${made}, in the shared vault ${within}` : `In the shared vault ${within}`;
  return made ? `${made}, shared with others, who will be able to read it` : "Shared with others, who will be able to read it";
}

export const ownershipLine = (item: Item): string => ownerWords(ownerOf(item));

export const readersLine = async (client: Client, item: Item): Promise<string> => readersWords(await readersOf(client, item));
