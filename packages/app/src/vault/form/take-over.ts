/**
 * What becomes of a form when someone else saves its item meanwhile. What does not touch what was typed is taken over, as at saving; the rest is asked about. Pure, so that it is
 * tested without a screen.
 */
import type { Draft, FieldValues, Item, Version } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { mergeItems } from "@coffer/core/items/merge-items";
import { CUSTOM_FIELD, OTHERS_FIELD } from "@coffer/core/items/other-values";

/** A form and what its edit is an edit of. In a field that is asked about, `base` has what both began from. */
export interface Editing {
  readonly base: Item;
  readonly draft: Draft;
}

interface TakenOver extends Editing {
  /** Labels of what was changed and is in the form now. */
  readonly changed: readonly string[];
}

const at = (fields: FieldValues, name: string): string => fields[name] ?? "";

/** Two sides of one field: its text if what was saved is kept, or what was typed. */
function merged({ base, draft }: Editing, theirs: Item, winner: "theirs" | "mine") {
  const [typed, saved] = [
    { ...base.fields, ...draft.fields },
    { ...base.fields, ...blank(base.fields), ...theirs.fields },
  ].map((fields) => ({ fields, saved: { at: 0 } })) as [Side, Side];
  const sides = winner === "theirs" ? { mine: typed, theirs: saved } : { mine: saved, theirs: typed };
  return mergeItems(draft.kind, { base: base.fields, ...sides });
}

interface Side {
  readonly fields: FieldValues;
  readonly saved: { readonly at: number };
}

/** A field that is empty by now is absent in what was opened. */
const blank = (fields: FieldValues): FieldValues => Object.fromEntries(Object.keys(fields).map((name) => [name, ""]));

/** @param theirs - the item as it was saved meanwhile, with all its fields */
export function takeOver(editing: Editing, theirs: Item): TakenOver {
  const { base, draft } = editing;
  const { fields, conflicts } = merged(editing, theirs, "theirs");
  const own = (from: FieldValues): FieldValues => Object.fromEntries(conflicts.map((name) => [name, at(from, name)]));
  const row = kindOf(draft.kind).fields;
  const isChanged = (name: string): boolean => at(theirs.fields, name) !== at(base.fields, name) && !conflicts.includes(name);
  const isShown = (name: string): boolean => !row[name]?.derive && !row[name]?.hidden;
  return {
    base: {
      ...theirs,
      ...versionOf(conflicts.length > 0 ? base : theirs),
      fields: { ...theirs.fields, ...own(base.fields) },
    },
    draft: {
      ...draft,
      categoryId: draft.categoryId === base.categoryId ? theirs.categoryId : draft.categoryId,
      favourite: draft.favourite === base.favourite ? theirs.favourite : draft.favourite,
      fields: { ...fields, ...own(draft.fields), [OTHERS_FIELD]: at(theirs.fields, OTHERS_FIELD) },
    },
    changed: Object.keys(row).flatMap((name) => (isChanged(name) && isShown(name) ? [row[name]?.label ?? name] : [])),
  };
}

const versionOf = ({ revision, saveId }: Item): Version => ({ revision, saveId });

/** The fields that are asked about: both sides changed them, and they still differ. */
export const askedFields = ({ base, draft }: Editing, theirs: Item): string[] =>
  Object.keys(kindOf(draft.kind).fields).filter(
    (name) => at(base.fields, name) !== at(theirs.fields, name) && at(draft.fields, name) !== at(theirs.fields, name),
  );

/** One of them was chosen. Of custom fields only those that both changed are chosen from; the others are of both sides. */
export function applyChoice(editing: Editing, theirs: Item, name: string, choice: "theirs" | "mine"): Editing {
  const { base, draft } = editing;
  const plain = choice === "theirs" ? theirs.fields : draft.fields;
  const value = at(name === CUSTOM_FIELD ? merged(editing, theirs, choice).fields : plain, name);
  const chosen = {
    base: { ...base, fields: { ...base.fields, [name]: at(theirs.fields, name) } },
    draft: { ...draft, fields: { ...draft.fields, [name]: value } },
  };
  const isOver = askedFields(chosen, theirs).length === 0;
  return { ...chosen, base: { ...chosen.base, ...versionOf(isOver ? theirs : base) } };
}
