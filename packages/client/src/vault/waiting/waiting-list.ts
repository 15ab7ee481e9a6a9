/**
 * Edits that wait on this device for the server: one for each item, with the fields that were touched, and what each was when it was touched first. A later edit of the same
 * item joins the one that waits, so that the server gets what was wanted last, as an edit of that.
 */
import { withDerived } from "@coffer/core/items/derived-fields";
import type { Draft, FieldValues, Item, Version } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { mergeItems } from "@coffer/core/items/merge-items";
import { OTHERS_FIELD, type SavedBy, stillToChoose } from "@coffer/core/items/other-values";
import type { Contents } from "../../types.ts";

export interface WaitingEdit {
  /** Of the item; of a new one, the one that it will have. */
  readonly id: string;
  /** What the edit began from, as the server had it; of what was touched later, as it was then. Null for a new item. */
  readonly base: Item | null;
  /** What is wanted: its fields are those alone that someone touched. Null where it is deleted and nothing else. */
  readonly draft: Draft | null;
  readonly isDeleted: boolean;
  /** Of one that is edited and deleted: what was shown then. */
  readonly seen?: Version & Pick<Item, "fields">;
  /** It takes an earlier edit back, and does nothing else. */
  readonly isUndo?: boolean;
  /** It was deleted here, and taken back. */
  readonly isBack?: boolean;
  /** When it was pressed last, in milliseconds since 1970. */
  readonly at: number;
  /** How many presses are in it. */
  readonly count: number;
  /** Where it is, or will be. */
  readonly scopeId: string;
  /** Of its presses, the newest last, of all of them: one may have landed though no answer came. */
  readonly saves: readonly WaitingSave[];
  /** Of the item that it becomes where there is none to put it into. */
  readonly apartId: string;
  /** Its vault is someone else's: where that is not here, it was not deleted. */
  readonly isIntoOthers?: boolean;
  /** Why the server, or this client, did not take it; null while it only waits. */
  readonly refused: string | null;
  /** That was a fault of the server, or it had no room: it is tried again by itself. */
  readonly isFault?: boolean;
}

/** What it was of: only what was touched. */
export interface WaitingSave extends Partial<Pick<Draft, "fields" | "categoryId" | "favourite">> {
  readonly saveId: string;
  /** It was tried to send it, so that it may have landed. */
  readonly isSent?: true;
}

export function saveOf(saveId: string, { base, draft }: Pick<WaitingEdit, "base" | "draft">): WaitingSave {
  if (!draft) return { saveId };
  const { fields, categoryId, favourite } = draft;
  const isMoved = categoryId !== base?.categoryId;
  const isMarked = favourite !== base?.favourite;
  return { saveId, fields, ...(isMoved && { categoryId }), ...(isMarked && { favourite }) };
}

/** A draft with the fields alone that differ from what its maker was shown; of a new item, all. */
export function touchedOf(draft: Draft, shown: Item | null): Draft {
  if (!shown) return draft;
  return { ...draft, fields: pick(draft.fields, (name, value) => value !== (shown.fields[name] ?? "")) };
}

const pick = (fields: FieldValues, isPicked: (name: string, value: string) => boolean): FieldValues =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => isPicked(name, value)));

/**
 * @param next - begun from what is shown, so from `before` where the screen had it. Of its saves, those that were sent already, of itself alone.
 * @param together - the save of what both are together, and the name of this device
 */
export function joined(before: WaitingEdit | undefined, next: WaitingEdit, { saveId, device }: Together): WaitingEdit {
  if (!before) return next.saves.length > 0 ? next : { ...next, saves: [saveOf(saveId, next)] };
  const { id, scopeId, apartId } = before;
  const { isDeleted, at } = next;
  const { base, draft } = bothOf(before, next, device);
  const saves = thatMayLand([...before.saves, ...next.saves, saveOf(saveId, { base, draft })]);
  const isBack = !isDeleted && (before.isDeleted || before.isBack === true);
  const seen = isDeleted && next.base ? { seen: seenOf(next.base) } : {};
  const { isIntoOthers = false } = draft?.categoryId === next.draft?.categoryId ? next : before;
  return { id, scopeId, base, draft, isIntoOthers, isDeleted, ...seen, isBack, at, count: before.count + 1, saves, apartId, refused: null };
}

const seenOf = ({ revision, saveId, fields }: Item) => ({ revision: Math.floor(revision), saveId, fields });

interface Together {
  readonly saveId: string;
  readonly device: string;
}

/** Of many presses without a connection none was sent but the newest at that time. The first is sent before another one is there to tell it from. */
const thatMayLand = (saves: readonly WaitingSave[]): WaitingSave[] =>
  saves.filter(({ isSent }, index) => isSent || index === 0 || index >= saves.length - KEPT_SAVES);

const KEPT_SAVES = 20;

/** Whether that has to be noted before it is sent: later presses may be so many that this one would be forgotten. */
export const isToNote = ({ saves }: WaitingEdit): boolean => saves.length > 1 && saves.at(-1)?.isSent !== true;

/** With what is sent now noted. */
export const noted = (edits: readonly WaitingEdit[], { id, saves: sent }: WaitingEdit): WaitingEdit[] =>
  edits.map((edit) => {
    if (edit.id !== id) return edit;
    return { ...edit, saves: edit.saves.map((one) => (one.saveId === sent.at(-1)?.saveId ? { ...one, isSent: true } : one)) };
  });

/** What the later press was the first to touch, it touched as it was shown then, which may be newer; what it did not touch stays as the earlier one made it. */
function bothOf({ base, draft, at: pressed }: WaitingEdit, next: WaitingEdit, device: string): Pick<WaitingEdit, "base" | "draft"> {
  const { base: shown, draft: wanted } = next;
  if (!shown || !wanted) return { base, draft: wanted ?? draft };
  const at = base ?? shown;
  const before = draft ?? { ...wanted, categoryId: at.categoryId, favourite: at.favourite, fields: {} };
  const isMoved = base?.categoryId !== before.categoryId;
  const isMarked = base?.favourite !== before.favourite;
  const fresh = Object.keys(wanted.fields).filter((name) => before.fields[name] === undefined);
  const together: Draft = {
    kind: wanted.kind,
    categoryId: wanted.categoryId === shown.categoryId && isMoved ? before.categoryId : wanted.categoryId,
    favourite: wanted.favourite === shown.favourite && isMarked ? before.favourite : wanted.favourite,
    fields: fieldsOfBoth(shown, { draft: before, saved: { at: pressed, device } }, { draft: wanted, saved: { at: next.at, device } }),
  };
  const fields = { ...base?.fields, ...Object.fromEntries(fresh.map((name) => [name, shown.fields[name] ?? ""])) };
  return { base: base && { ...base, ...placeBefore(together, { base, shown, isMoved, isMarked }), fields }, draft: together };
}

interface Touched {
  readonly base: Item;
  readonly shown: Item;
  readonly isMoved: boolean;
  readonly isMarked: boolean;
}

/** What was touched and put back is wanted all the same: what was wanted in between may have landed. So it is another one than was before. */
function placeBefore(wanted: Draft, { base, shown, isMoved, isMarked }: Touched): Pick<Item, "categoryId" | "favourite"> {
  const isPutBack = isMoved && wanted.categoryId === base.categoryId;
  return {
    categoryId: isPutBack ? ELSEWHERE : isMoved ? base.categoryId : shown.categoryId,
    favourite: isMarked ? !wanted.favourite : shown.favourite,
  };
}

/** No vault. */
const ELSEWHERE = "elsewhere";

/**
 * What is left of an edit of which some is on the server, as an edit of what it is there: what was touched since.
 * @param done - what is there of it; only its id where the rest is not known
 */
export function leftAfter(edit: WaitingEdit, done: WaitingSave, there: Item): WaitingEdit {
  const { base, draft } = edit;
  if (!draft) return { ...edit, base: there };
  const left = pick(draft.fields, (name, value) => value !== done.fields?.[name]);
  const before = Object.keys(left).map((name) => [name, done.fields?.[name] ?? base?.fields[name] ?? ""]);
  const fields = { ...there.fields, ...Object.fromEntries(before) };
  const isMoved = draft.categoryId !== base?.categoryId && draft.categoryId !== done.categoryId;
  const isMarked = draft.favourite !== base?.favourite && draft.favourite !== done.favourite;
  return {
    ...edit,
    // Of an earlier revision: what else is there has not been seen by anyone here, so it is merged and not replaced.
    base: { ...there, revision: there.revision - 0.5, fields },
    draft: {
      ...draft,
      categoryId: isMoved ? draft.categoryId : there.categoryId,
      favourite: isMarked ? draft.favourite : there.favourite,
      fields: left,
    },
  };
}

/** Whether nothing is left of it. What was touched and put back is something: its base is another one. */
export const isDone = ({ base, draft, isDeleted, isBack = false }: WaitingEdit): boolean =>
  base !== null &&
  draft !== null &&
  !(isDeleted || isBack) &&
  Object.keys(draft.fields).length === 0 &&
  draft.categoryId === base.categoryId &&
  draft.favourite === base.favourite;

interface PressOf {
  readonly draft: Draft;
  readonly saved: SavedBy;
}

/**
 * As two edits at once (merge-items.ts): what the later one did not touch stays as the earlier one made it. What it changed without having seen it, in another page, is as of two
 * devices: one is kept, here the later, and the other is to be chosen from. A password is an earlier one as well.
 */
function fieldsOfBoth(base: Item, earlier: PressOf, later: PressOf): FieldValues {
  const sideOf = ({ draft, saved }: PressOf) => ({ fields: { ...base.fields, ...draft.fields }, saved });
  const { kind } = later.draft;
  const { fields, conflicts, others } = mergeItems(kind, { base: base.fields, mine: sideOf(earlier), theirs: sideOf(later) });
  const before = sideOf(earlier).fields;
  const derived = conflicts.length > 0 ? withDerived(kind, { fields, before, now: later.saved.at }) : fields;
  const asked = others.length > 0 ? { ...derived, [OTHERS_FIELD]: stillToChoose(fields[OTHERS_FIELD] ?? "", null, derived) } : derived;
  const touched = [earlier, later].flatMap(({ draft }) => Object.keys(draft.fields));
  const names = [...new Set([...touched, ...conflicts, ...(others.length > 0 ? [OTHERS_FIELD] : [])])];
  return Object.fromEntries(names.map((name) => [name, asked[name] ?? ""]));
}

/** The item with an edit that waits. @param held - as the server had it last, with the fields that are wanted; null for a new one. */
export function itemWith({ id, scopeId, base, draft, at, count }: WaitingEdit, held: Item | null): Item | null {
  const under = held ?? base;
  if (draft === null) return under;
  const { kind, fields } = draft;
  const all = { ...under?.fields, ...fields };
  return {
    ...(under ?? { ...NEW, id, scopeId, createdAt: at }),
    kind,
    categoryId: under && draft.categoryId === base?.categoryId ? under.categoryId : draft.categoryId,
    favourite: under && draft.favourite === base?.favourite ? under.favourite : draft.favourite,
    fields: all,
    // Between two saves of the server's, and another for each press: what was opened of an earlier one is not shown.
    revision: Math.ceil(under?.revision ?? 0) + Math.min(count, MOST) / (MOST + 1),
    holds: [...new Set([...(under?.holds ?? []), ...Object.keys(fields)])].filter((name) => all[name] !== ""),
    updatedAt: at,
    waits: true,
  };
}

const MOST = 1_023;
const NEW = { state: "intact", lastUsedAt: null, isOwner: true, permission: "write", sharedBy: null } as const;

/** What lists show, with the edits that wait. */
export function contentsWith(contents: Contents, edits: readonly WaitingEdit[]): Contents {
  const waiting = new Map(edits.map((edit) => [edit.id, edit]));
  const there = contents.items.flatMap((item): Item[] => {
    const edit = waiting.get(item.id);
    if (!edit) return [item];
    waiting.delete(item.id);
    return edit.isDeleted ? [] : overviewOf(itemWith(edit, item));
  });
  const added = [...waiting.values()].filter((edit) => edit.base === null && isAnything(edit));
  const items = [...there, ...added.flatMap((edit) => overviewOf(itemWith(edit, null)))];
  const vaults = new Set<string | null>(contents.vaults.map(({ id }) => id));
  // Its vault may have gone since.
  return { ...contents, items: items.map((item) => (item.waits && !vaults.has(item.categoryId) ? { ...item, categoryId: null } : item)) };
}

/** Of what was made and deleted again, no one has to hear. */
export const isAnything = ({ base, isDeleted }: WaitingEdit): boolean => base !== null || !isDeleted;

function overviewOf(item: Item | null): Item[] {
  if (!item) return [];
  const names = new Set<string>(kindOf(item.kind).overview);
  return [{ ...item, fields: Object.fromEntries(Object.entries(item.fields).filter(([name]) => names.has(name))) }];
}
