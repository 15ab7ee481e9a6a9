/** Saving and deleting items. Every write is a plan for `Scope.commit`; what was just sealed is shown as typed and not opened again. */
import { items as itemApi } from "@coffer/contract/api";
import { isRefusal } from "@coffer/contract/errors";
import type { SealedRecord } from "@coffer/contract/record";
import { withDerived } from "@coffer/core/items/derived-fields";
import { type Draft, type FieldValues, type Item, isComplete, isSameVersion, titleOf, type Version } from "@coffer/core/items/item";
import { isItemKind } from "@coffer/core/items/kinds";
import type { OtherValue } from "@coffer/core/items/other-values";
import type { Call } from "../call.ts";
import { ClientError } from "../errors.ts";
import type { Scope } from "../sync/scope.ts";
import { headOf, type Plan } from "../sync/scope-deps.ts";
import type { KnownRecord, SaveOutcome } from "../types.ts";
import { itemOf } from "./contents.ts";
import { byScope, commit, requireOwnItems, scopeOf, type VaultContext, type VaultPlan } from "./context.ts";
import { place } from "./item-metadata.ts";
import { type Merged, mergeEdit } from "./merge-edit.ts";
import type { Saved } from "./overview.ts";
import { isOver } from "./purge-expired.ts";
import { open, pull } from "./read.ts";
import { contentOf, newId, sealWrite, sendChanges, sendItem, sendTogether } from "./record-writes.ts";
import { withShownVault } from "./shown-vault.ts";

interface Creating {
  readonly draft: Draft;
  /** Of a press that may be answered twice, once its edits are kept (waiting/): of both, one item comes. */
  readonly id?: string;
}

/** @returns the item with all its fields, including derived ones. @throws ClientError "Missing required fields"; AppError too_many_items. */
export async function create(context: VaultContext, { draft }: Creating): Promise<Item> {
  refuseIncomplete(draft);
  return createAny(context, draft);
}

/** What was decided before: when its maker pressed Save (waiting/). */
interface SaveInput {
  readonly id: string;
  /** Milliseconds since 1970; now, where it is absent. */
  readonly createdAt?: number;
  readonly saveId?: string;
}

export async function createAny(context: VaultContext, draft: Draft, given?: SaveInput): Promise<Item> {
  const within = await scopeOf(context, draft.categoryId);
  const id = given?.id ?? (await newId(context, within));
  // No favourite in someone else's vault: its owner would have the mark too (decision V-10).
  const mine = { ...draft, favourite: draft.favourite && within.keys.rights.isOwner };
  const content = { ...contentOf(mine, context.now()), ...given };
  const plan = async (scope: Scope) => sendItem(context.call, draft.kind, await sealWrite(context, scope, id, content));
  const { saved } = await commit(context, plan, within);
  return savedItem(context, saved[0]);
}

interface Edit {
  /** The item when the form was opened, with all its fields. */
  readonly base: Item;
  readonly draft: Draft;
  /** Takes an earlier edit back: where someone has changed the same since, or deleted it, nothing is written or kept. */
  readonly isUndo?: boolean;
  /** Of a press that may be sent more than once (waiting/). */
  readonly press?: Press;
}

/** An undo that has met a later change: there is nothing to take back. */
export class ChangedSinceError extends ClientError {}

export interface Press {
  readonly saveId: string;
  /** Of the item that it becomes where there is none to put it into. */
  readonly apartId: string;
  /**
   * Of one that has landed before, or that only marks or moves, which brings nothing back; null where there is something to save.
   * @throws where what is there is not what the edit was made of, so that it has to be looked at again
   */
  readonly instead: (call: Call, current: KnownRecord, merged: Merged, fields: FieldValues) => Plan | null;
}

/**
 * Saves an edit of `base`. Other people's edits of other fields are kept; of a field that both changed, both values are (core/items/merge-items.ts). An item that was deleted
 * meanwhile comes back; where that cannot be, what was typed becomes an item of its own.
 * @throws ClientError when an undo meets any of that; when `base` is tampered, or the draft lacks a required field.
 */
export async function update(context: VaultContext, edit: Edit): Promise<SaveOutcome> {
  const { base, draft, isUndo } = edit;
  if (base.state === "tampered") throw new ClientError("Failed to prepare entry for editing");
  refuseIncomplete(draft);
  const within = await scopeOf(context, base.id);
  if (draft.categoryId !== base.categoryId && base.isOwner && (await isElsewhere(context, within, draft.categoryId))) {
    const saved = await update(context, { ...edit, draft: { ...draft, categoryId: base.categoryId } });
    await place(context, { ids: [saved.item.id], categoryId: draft.categoryId });
    return { ...saved, item: await open(context, saved.item) };
  }
  const written = await saveEdit(context, within, edit);
  if (written) {
    const { saved, others, isBack } = written;
    const toChoose = others.map(({ field }) => field);
    const item = await (saved[0] ? savedItem(context, saved[0]) : open(context, base)).catch(() => base);
    return { item, keptAs: null, ...(toChoose.length > 0 && { toChoose }), ...(isBack && { isBack }) };
  }
  if (isUndo) throw new ChangedSinceError(`"${titleOf(base)}" was changed again or deleted since, so it stays as it is.`);
  const keptAs = await keepApart(context, edit);
  return { item: await open(context, base).catch(() => keptAs), keptAs };
}

interface EditPlan extends VaultPlan {
  /** Nothing, where what was wanted is there already. */
  readonly saved: readonly Saved[];
  readonly others: readonly OtherValue[];
  readonly isBack: boolean;
}

/** @returns null for an edit that cannot be merged, and of an item that is gone. @param isAgain - what was not found is not the scope */
async function saveEdit(context: VaultContext, within: Scope, edit: Edit, isAgain = false): Promise<EditPlan | null> {
  const plan = (scope: Scope, places: readonly Scope[]) => planEdit(context, scope, places, edit);
  const written = await commit<EditPlan | VaultPlan>(context, plan, within).catch((error: unknown) => {
    if (!isRefusal(error, "not_found")) throw error;
    return { missing: error };
  });
  if ("others" in written) return written;
  const isMissing = "missing" in written;
  if (!isMissing && within.records.has(edit.base.id)) return null;
  // Another device may have begun or ended a share since: then the item is in another scope.
  await pull(context);
  const now = await scopeOf(context, edit.base.id);
  if (!now.records.has(edit.base.id)) return null;
  if (now !== within) return saveEdit(context, now, edit);
  if (!isMissing) return null;
  // It is where it was, so something else is gone.
  if (isAgain) throw written.missing;
  return saveEdit(context, now, edit, true);
}

/** Whether that vault is in another scope than the item. */
const isElsewhere = async (context: VaultContext, within: Scope, categoryId: string | null): Promise<boolean> =>
  (categoryId === null ? await context.scope() : await scopeOf(context, categoryId)) !== within;

/** Plans nothing when the edit cannot be merged: what was typed becomes an item of its own. */
async function planEdit(context: VaultContext, scope: Scope, places: readonly Scope[], edit: Edit): Promise<EditPlan | VaultPlan> {
  const { base, draft, isUndo, press } = edit;
  const { call, device } = context;
  const now = context.now();
  const current = scope.records.get(base.id) ?? (isUndo ? undefined : await deleted(context, scope, base.id));
  const merged = current && (await mergeEdit(places, scope, current, { ...edit, device, now }));
  if (!merged) return { changes: [], send: async () => undefined };
  const content = { ...contentOf(merged.draft, now, merged.before, scope.keys.rights.self?.email), saveId: press?.saveId };
  const { others } = merged;
  const isBack = current.trashedAt !== null;
  const instead = press?.instead(call, current, merged, content.fields);
  if (instead) return { ...instead, saved: [], others, isBack: false };
  const write = await sealWrite(context, scope, base.id, content, current);
  return { ...(isBack ? sendTogether(call, [write]) : sendItem(call, draft.kind, write)), saved: [write.saved], others, isBack };
}

/** The record in the trash, where this person may take it out again. */
async function deleted(context: VaultContext, scope: Scope, id: string): Promise<KnownRecord | undefined> {
  const record = scope.trashed.get(id);
  if (!record || record.seal === "" || isOver(record, context.now())) return undefined;
  return requireOwnItems(scope, [id]).then(
    () => record,
    () => undefined,
  );
}

/** Even where it lacks what went with the other one. In the same vault if it can be written, otherwise among the own items: an item shared on its own is not joined by another. */
async function keepApart(context: VaultContext, { base, draft, press }: Edit): Promise<Item> {
  const there = press && (await open(context, { id: press.apartId }).catch(() => null));
  if (there) return there;
  const target = await scopeOf(context, draft.categoryId);
  const categoryId = target.keys.rights.permission === "write" && target.records.has(draft.categoryId ?? "") ? draft.categoryId : null;
  const before = { fields: await wholeFields(context, base, draft), before: base.fields, now: context.now() };
  return createAny(context, { ...draft, categoryId, fields: withDerived(draft.kind, before) }, press && { id: press.apartId });
}

/** With the fields that are opened on demand; without the list that goes with them where they are gone with the item: it could do nothing. */
async function wholeFields(context: VaultContext, base: Item, draft: Draft): Promise<FieldValues> {
  const whole = await open(context, { id: base.id, withKeys: true }).catch(() => null);
  const keys = whole?.state === "intact" ? { x_passkey_keys: whole.fields.x_passkey_keys ?? "" } : { x_passkeys: "" };
  return { ...base.fields, ...draft.fields, ...keys };
}

/** The item with all its fields, as it was sealed. Opened only if someone has saved it again since. @throws AppError not_found when it is gone. */
async function savedItem(context: VaultContext, saved: Saved): Promise<Item> {
  const { keys, records } = await scopeOf(context, saved.id);
  const record = records.get(saved.id);
  if (!record || !isItemKind(record.kind) || record.saveId !== saved.saveId) return open(context, saved);
  return withShownVault(await context.scopes(), itemOf(record.kind, record, saved, keys.rights));
}

interface Removing {
  readonly ids: readonly string[];
  /** By id, where they were seen earlier than what is shown now. */
  readonly seen?: ReadonlyMap<string, Version>;
}

/**
 * Moves items to the trash, in one commit per scope; a single item uses the specified call of its kind. Missing items are ignored.
 * @returns the ids of those that stay, because someone changed them since they were shown here: an edit counts more than a deletion.
 */
export async function remove(context: VaultContext, { ids, seen }: Removing): Promise<string[]> {
  const shown = seen ?? new Map(context.shown.contents?.items.map((item) => [item.id, item]));
  const staying: string[] = [];
  for (const [scope, own] of await byScope(context, ids)) staying.push(...(await removeIn(context, scope, own, shown)));
  return staying;
}

async function removeIn(
  context: VaultContext,
  scope: Scope,
  ids: readonly string[],
  shown: ReadonlyMap<string, Version>,
): Promise<readonly string[]> {
  const { call } = context;
  const plan = async ({ records, keys }: Scope): Promise<VaultPlan & { readonly staying: readonly string[] }> => {
    const there = [...new Set(ids)].flatMap((id) => records.get(id) ?? []);
    const isAsShown = (record: SealedRecord): boolean => {
      const seen = shown.get(record.id) ?? record;
      return record.revision < seen.revision || isSameVersion(record, seen);
    };
    const [present, staying] = [there.filter(isAsShown), there.filter((record) => !isAsShown(record)).map(({ id }) => id)];
    const trashedAt = context.now();
    const changes = present.map(({ id }) => ({ op: "trash", id, trashedAt }) as const);
    const [only, ...rest] = present;
    if (!only || !isItemKind(only.kind) || rest.length > 0) return { ...sendChanges(call, changes), staying };
    const { remove: endpoint } = itemApi[only.kind];
    const target = { id: only.id, ...(!keys.rights.isOwner && { isShared: true }) };
    return { changes, staying, send: (write) => call(endpoint, { ...target, trashedAt, ...headOf(write) }) };
  };
  return (await commit(context, plan, scope)).staying;
}

/** The form shows which field is missing; this is the last check before sealing (specification 2 §5). */
export function refuseIncomplete({ kind, fields }: Draft): void {
  if (!isComplete(kind, fields)) throw new ClientError("Missing required fields");
}
