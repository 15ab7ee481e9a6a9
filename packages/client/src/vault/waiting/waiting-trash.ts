/** The trash, with what is to be deleted and the server does not have there yet. */
import type { TrashedItem } from "../../types.ts";
import { itemWith, type WaitingEdit } from "./waiting-list.ts";

/** The last deleted first. What was never sent is in no trash. */
export function withDeletions(held: readonly TrashedItem[], edits: readonly WaitingEdit[]): TrashedItem[] {
  const deleted = edits.filter(({ isDeleted }) => isDeleted);
  const waiting = deleted.flatMap((edit): TrashedItem[] => {
    const item = edit.base && itemWith(edit, edit.base);
    return item ? [{ item: { ...item, waits: true }, deletedAt: edit.at }] : [];
  });
  const others = held.filter(({ item }) => !deleted.some(({ id }) => id === item.id));
  return [...waiting, ...others].sort((one, other) => other.deletedAt - one.deletedAt);
}
