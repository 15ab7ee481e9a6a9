/** The verbs that read, over what waits for the server: a single item, several, and the trash. */
import { AppError } from "@coffer/contract/errors";
import type { Item } from "@coffer/core/items/item";
import type { TrashedItem } from "../../types.ts";
import type { VaultContext } from "../context.ts";
import { open, openMany } from "../read.ts";
import { trash } from "../trash.ts";
import type { WaitingEdits } from "./waiting-edits.ts";
import { itemWith, type WaitingEdit } from "./waiting-list.ts";
import { withDeletions } from "./waiting-trash.ts";

export interface Context extends VaultContext {
  /** Null once the vault was locked: the verbs do as without it then. */
  readonly waiting: WaitingEdits | null;
}

export async function openWith(context: Context, input: Parameters<typeof open>[1]): Promise<Item> {
  const edit = context.waiting?.find(input.id);
  if (!edit) return open(context, input);
  const item = edit.isDeleted ? null : itemWith(edit, edit.base && (await open(context, input)));
  if (!item) throw new AppError("not_found");
  return item;
}

export async function openManyWith(context: Context, input: Parameters<typeof openMany>[1] = {}): Promise<Item[]> {
  const held = await openMany(context, input);
  const { waiting } = context;
  const known = new Set(held.map(({ id }) => id));
  const isNew = ({ id, base }: WaitingEdit): boolean => base === null && !known.has(id) && (!input.ids || input.ids.includes(id));
  const there = held.flatMap((item) => {
    const edit = waiting?.find(item.id);
    return edit ? withEdit(edit, item) : [item];
  });
  return [...there, ...(waiting?.edits.filter(isNew) ?? []).flatMap((edit) => withEdit(edit, null))];
}

function withEdit(edit: WaitingEdit, held: Item | null): Item[] {
  const item = edit.isDeleted ? null : itemWith(edit, held);
  return item ? [item] : [];
}

export const trashWith = async (context: Context): Promise<TrashedItem[]> =>
  withDeletions(await trash(context), context.waiting?.edits ?? []);
