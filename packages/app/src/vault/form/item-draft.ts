/**
 * What is typed into an item form: how it is cleaned, what prevents saving it, and how it is stored on this device. Pure, so that it is tested without a
 * screen. A field's message appears once the field was left or a save was tried, and goes away at the next key stroke (specification 2 §5).
 */
import { controlOf } from "@coffer/core/items/controls";
import { checkItem, type Draft, type FieldValues, type Item, REQUIRED_FIELDS_MISSING } from "@coffer/core/items/item";
import { type KindName, kindOf } from "@coffer/core/items/kinds";
import type { Refusal } from "../../ui/form/form-state.ts";
import { addressesError } from "../fields/address.ts";
import type { Editing } from "./take-over.ts";

/** The fields with `typed` in one of them, cleaned as its control says. */
export function withTyped({ kind, fields }: Draft, field: string, typed: string): FieldValues {
  const control = kindOf(kind).fields[field]?.control;
  const clean = control ? controlOf(control).clean : undefined;
  return { ...fields, [field]: clean ? clean(typed) : typed };
}

/**
 * Messages by field. The general one appears only where something required is missing: a wrong value has its own message.
 * @param before - what the form began with: a setup key that came with an import may be weak, and must not keep the item from being edited.
 */
export function checkDraft({ kind, fields }: Draft, before: FieldValues = {}): Refusal {
  const found = { ...listErrors(kind, fields), ...checkItem(kind, fields) };
  const isKeptKey = (name: string): boolean => kindOf(kind).fields[name]?.check === "code" && fields[name] === before[name];
  const errors = Object.fromEntries(Object.entries(found).filter(([name]) => !isKeptKey(name)));
  const isMissing = Object.keys(errors).some((name) => !(fields[name] ?? "").trim());
  return { fields: errors, whole: isMissing ? REQUIRED_FIELDS_MISSING : null };
}

/** What is wrong with one entry of a list that is kept in one field. */
function listErrors(kind: KindName, fields: FieldValues): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [name, { control }] of Object.entries(kindOf(kind).fields)) {
    const error = control === "addresses" ? addressesError(fields[name] ?? "") : null;
    if (error) errors[name] = error;
  }
  return errors;
}

/** Where what is typed is kept: a place for every item, and one for the new item of each kind. */
export const draftPlace = (kind: KindName, itemId: string | null): string => `item/${itemId ?? `new/${kind}`}`;

/** What is kept with a draft: what it is an edit of. */
export const draftBase = ({ revision, saveId, categoryId, favourite, fields }: Item) => ({
  revision,
  saveId,
  categoryId,
  favourite,
  fields,
});

/** A kept draft read back from this device, or null when it is not one of this kind. */
export function asDraft(kept: unknown, kind: KindName): Draft | null {
  if (!isRecord(kept)) return null;
  const fields = texts(kept.fields);
  if (kept.kind !== kind || fields === null) return null;
  return { kind, ...placeOf(kept), fields };
}

/**
 * A kept draft as the edit that it was, of what the item was then.
 * @param item - as it is now
 * @returns null when it is none of this kind
 */
export function asEdit(kept: unknown, item: Item): Editing | null {
  const draft = asDraft(kept, item.kind);
  if (!draft) return null;
  const base = isRecord(kept) && isRecord(kept.base) ? kept.base : {};
  const fields = texts(base.fields);
  if (fields === null || typeof base.revision !== "number") return { base: unknownBase(draft, item), draft };
  const saveId = typeof base.saveId === "string" ? base.saveId : undefined;
  return { base: { ...item, ...placeOf(base), revision: base.revision, saveId, fields }, draft };
}

/** Drafts of before had no base: nothing tells what was typed from what was there, so all that differs is asked about, and the item stays where it is. */
function unknownBase({ categoryId, favourite, fields }: Draft, item: Item): Item {
  const same = Object.entries(item.fields).filter(([name, value]) => fields[name] === value);
  return { ...item, categoryId, favourite, revision: 0, saveId: undefined, fields: Object.fromEntries(same) };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const placeOf = ({ categoryId, favourite }: Record<string, unknown>): Pick<Draft, "categoryId" | "favourite"> => ({
  categoryId: typeof categoryId === "string" ? categoryId : null,
  favourite: favourite === true,
});

function texts(fields: unknown): FieldValues | null {
  if (!isRecord(fields)) return null;
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
