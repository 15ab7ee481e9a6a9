/** What a press wants of an item, before it joins what waits already. */
import { withDerived } from "@coffer/core/items/derived-fields";
import type { Draft, Item } from "@coffer/core/items/item";
import { scopeOf, type VaultContext } from "../context.ts";
import type { Press } from "../save.ts";
import type { WaitingEdit } from "./waiting-list.ts";

/** What a press wants; the rest follows from what waits already. */
export interface Wanted extends Pick<WaitingEdit, "id" | "scopeId" | "base" | "draft" | "isDeleted" | "isUndo"> {
  /** Of what was sent already and not answered. */
  readonly press?: Press;
}

/** As a save has them: each password that was replaced meanwhile is an earlier one. */
export async function withDerivedFields(context: VaultContext, wanted: Wanted, now: number): Promise<Wanted> {
  const { id, base, draft } = wanted;
  if (!draft) return wanted;
  const by = (await scopeOf(context, id)).keys.rights.self?.email;
  const edit = { fields: { ...base?.fields, ...draft.fields }, before: base?.fields ?? null, now, by };
  return { ...wanted, draft: { ...draft, fields: withDerived(draft.kind, edit) } };
}

/** Whether it is moved into a vault of someone else: where that is not here later, it was not deleted by anyone here. */
export async function isOthersVault(context: VaultContext, draft: Draft | null, base: Item | null): Promise<boolean> {
  if (!draft?.categoryId || draft.categoryId === base?.categoryId) return false;
  return !(await scopeOf(context, draft.categoryId)).keys.rights.isOwner;
}
