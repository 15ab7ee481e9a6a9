/** Saving and deleting items. Every write is a plan handed to `Scope.commit`; what was sealed is shown as it was typed, and not opened again. */
import { api, items as itemApi } from "@coffer/contract/api";
import { type Draft, type Item, isComplete } from "@coffer/core/items/item";
import { generateId } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import type { Scope } from "../sync/scope.ts";
import type { SaveOutcome } from "../types.ts";
import { inItsVault, itemOf } from "./contents.ts";
import { commit, type VaultContext, type VaultPlan } from "./context.ts";
import { conflictCopy, mergeEdit } from "./edit.ts";
import type { Saved } from "./overview.ts";
import { contentOf, type SealedPut, sealPut, sendItem } from "./put.ts";
import { open } from "./read.ts";

/** @returns the item with all its fields, derived ones too. @throws ClientError "Missing required fields"; AppError too_many_items. */
export async function create(context: VaultContext, { draft }: { readonly draft: Draft }): Promise<Item> {
  refuseIncomplete(draft);
  const id = generateId(context.random);
  const { saved } = await commit(context, async (scope) =>
    sendItem(context.call, draft.kind, await sealPut(context, scope, id, contentOf(draft, context.now()))),
  );
  return savedItem(context, saved[0]);
}

interface Edit {
  /** The item as it was when the form was opened, with all its fields. */
  readonly base: Item;
  readonly draft: Draft;
}

/**
 * Saves an edit of `base`. Edits of others to other fields are kept; an edit of the same field, or of an item that is gone, leaves a conflict copy.
 * @throws ClientError when `base` is tampered, or the draft lacks a required field.
 */
export async function update(context: VaultContext, { base, draft }: Edit): Promise<SaveOutcome> {
  if (base.state === "tampered") throw new ClientError("Failed to prepare entry for editing");
  refuseIncomplete(draft);
  const copyId = generateId(context.random);
  const { saved } = await commit(context, async (scope) =>
    sendItem(context.call, draft.kind, await sealEdit(context, scope, { base, draft }, copyId)),
  );
  if (saved[0].id !== copyId) return { item: await savedItem(context, saved[0]).catch(() => base), conflict: null };
  const conflict = await savedItem(context, saved[0]);
  return { item: await open(context, base).catch(() => conflict), conflict };
}

async function sealEdit(context: VaultContext, scope: Scope, { base, draft }: Edit, copyId: string): Promise<SealedPut> {
  const now = context.now();
  const current = scope.records.get(base.id);
  const merged = await mergeEdit(scope, current, base, draft);
  if (!merged)
    return sealPut(
      context,
      scope,
      copyId,
      contentOf(conflictCopy({ ...draft, fields: { ...base.fields, ...draft.fields } }, now), now, base.fields),
    );
  return sealPut(context, scope, base.id, contentOf(merged.draft, now, merged.before), current);
}

/** The item with all its fields, as it was sealed. It is opened only when somebody has saved it again since. @throws AppError not_found when it is gone by now. */
async function savedItem(context: VaultContext, saved: Saved): Promise<Item> {
  const { records } = await context.scope();
  const record = records.get(saved.id);
  if (!record || record.kind === "category" || record.saveId !== saved.saveId) return open(context, saved);
  return inItsVault(records, itemOf(record.kind, record, saved));
}

/** Into the trash, in one commit; one item by the specified call of its kind. What is gone already is left alone. */
export async function remove(context: VaultContext, { ids }: { readonly ids: readonly string[] }): Promise<void> {
  const { call } = context;
  await commit(context, async ({ records }): Promise<VaultPlan> => {
    const present = [...new Set(ids)].flatMap((id) => records.get(id) ?? []);
    const trashedAt = context.now();
    const changes = present.map(({ id }) => ({ op: "trash", id, trashedAt }) as const);
    const [only, ...rest] = present;
    if (!only || only.kind === "category" || rest.length > 0)
      return { changes, send: (write) => call(api.vault.commit, { ...write, changes }) };
    const { remove: endpoint } = itemApi[only.kind];
    const { id } = only;
    return { changes, send: ({ baseSeq, head, signature }) => call(endpoint, { id, trashedAt, baseSeq, head, signature }) };
  });
}

/** The form says which field it is; this is the last gate before sealing (specification 2 §5). */
function refuseIncomplete({ kind, fields }: Draft): void {
  if (!isComplete(kind, fields)) throw new ClientError("Missing required fields");
}
