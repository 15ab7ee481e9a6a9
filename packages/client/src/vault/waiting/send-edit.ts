/** Sends one edit that waits, as an edit of what the server has of it by now (stored-edit.ts). */
import type { Draft, Item } from "@coffer/core/items/item";
import { ClientError } from "../../errors.ts";
import type { SaveOutcome } from "../../types.ts";
import type { VaultContext } from "../context.ts";
import { ChangedSinceError, createAny, remove, update } from "../save.ts";
import { vaultIdIn } from "../shown-vault.ts";
import { findStored, ItemChangedMeanwhile, isChangedByOthers, NEVER, newPress, pressOf, recordOf } from "./stored-edit.ts";
import { itemWith, type WaitingEdit } from "./waiting-list.ts";

/** What became of one that was sent. */
export interface SentEdit {
  readonly edit: WaitingEdit;
  /** Of an edit; null for a new item, and for a deletion. */
  readonly outcome: SaveOutcome | null;
  /** It was to be deleted, and someone has changed it since. */
  readonly stays: boolean;
  /** It was to take an earlier edit back, and someone has changed the same since: what is said of it. */
  readonly notUndone?: string;
}

/** Begins again where the item turns out to be another one than was looked at: that may be a save of this edit. */
export async function sendEdit(context: VaultContext, edit: WaitingEdit): Promise<SentEdit> {
  for (let looks = 1; ; looks++) {
    const sent = await sendAsLooked(context, edit).catch((error: unknown) => {
      if (error instanceof ItemChangedMeanwhile && looks < MOST_LOOKS) return null;
      if (error instanceof ChangedSinceError) return { edit, outcome: null, stays: false, notUndone: error.message };
      throw error;
    });
    if (sent) return sent;
  }
}

const MOST_LOOKS = 5;

async function sendAsLooked(context: VaultContext, wanted: WaitingEdit): Promise<SentEdit> {
  const edit = { ...wanted, draft: await inVaultOfNow(context, wanted) };
  const { id, base, draft, isDeleted } = edit;
  const record = await recordOf(context, id);
  const looked = record?.revision;
  const part = await findStored(context, edit);
  const left = part ?? edit;
  const isThere = base !== null || part !== null || looked !== undefined;
  const saveId = edit.saves.at(-1)?.saveId ?? newPress(context).saveId;
  const isToSave = part === null && edit.saves.length > 1 && (!isNothing(left) || isTakenBack(edit));
  const press = pressOf(saveId, edit.apartId, { isBack: left.isBack === true, isToSave, looked });
  const isOthers = isDeleted && draft !== null && (await isChangedByOthers(context, edit));
  let outcome: SaveOutcome | null = null;
  if (left.draft && isThere && !(looked === undefined && isNothing(left)))
    outcome = await update(context, { ...editOf(left, left.draft), press, isUndo: edit.isUndo === true });
  else if (draft && !isThere && !isDeleted) await createAny(context, draft, { id, createdAt: edit.at, saveId: press.saveId });
  if (!isDeleted || !isThere) return { edit, outcome, stays: false };
  if (isOthers) return { edit, outcome, stays: true };
  // Of an edit that is deleted as well, the edit was the last change; of a deletion alone, what was shown.
  const seen = outcome?.item ?? { ...(base ?? record ?? NEVER), id };
  const staying = await remove(context, { ids: [seen.id], seen: new Map([[seen.id, seen]]) });
  return { edit, outcome: null, stays: staying.length > 0 };
}

/**
 * As if the vault had been deleted after this, where an own one is gone by now: in none. One of someone else may be here again later, or not: its owner decides.
 * @throws ClientError
 */
async function inVaultOfNow(context: VaultContext, { base, draft, isIntoOthers, isDeleted }: WaitingEdit): Promise<Draft | null> {
  if (!draft || draft.categoryId === base?.categoryId) return draft;
  const categoryId = vaultIdIn(await context.scopes(), draft);
  if (categoryId === null && isIntoOthers && !isDeleted) throw new ClientError(NOT_THERE);
  return { ...draft, categoryId };
}

const NOT_THERE = "The vault that it was to go into is not shared with you any more, or cannot be opened now.";

/** A mark and a vault alone: of an item that is gone for good, nothing that makes another one. */
const isNothing = ({ draft }: WaitingEdit): boolean => Object.keys(draft?.fields ?? {}).length === 0;

/** An earlier press was for something else: its call may be on its way, and would still be taken after this one if no head was written. */
const isTakenBack = ({ draft, saves }: WaitingEdit): boolean =>
  draft !== null &&
  saves.some(
    ({ fields, categoryId = draft.categoryId, favourite = draft.favourite }) =>
      fields === undefined || categoryId !== draft.categoryId || favourite !== draft.favourite,
  );

/** With all fields, as a form has them. */
function editOf(edit: WaitingEdit, draft: Draft): { readonly base: Item; readonly draft: Draft } {
  const base = edit.base ?? blank(edit, draft);
  return { base, draft: { ...draft, fields: { ...base.fields, ...draft.fields } } };
}

/** What a new item began from: all of it is an edit, and what is there already is the same. */
const blank = (edit: WaitingEdit, { categoryId, favourite }: Draft): Item => {
  const item = itemWith(edit, null);
  if (!item) throw new ClientError("Missing required fields");
  return { ...item, categoryId, favourite, revision: 0, fields: {} };
};
