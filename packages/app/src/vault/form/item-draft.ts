/**
 * What is typed into an item form: how it is cleaned, what prevents saving it, and how it is stored on this device. Pure, so that it is tested without a
 * screen. A field's message appears once the field was left or a save was tried, and goes away at the next key stroke (specification 2 §5).
 */
import { controlOf } from "@coffer/core/items/controls";
import { checkItem, type Draft, type FieldValues, REQUIRED_FIELDS_MISSING } from "@coffer/core/items/item";
import { type KindName, kindOf } from "@coffer/core/items/kinds";
import type { Refusal } from "../../ui/form/form-state.ts";
import { addressesError } from "../fields/address.ts";

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

/** A kept draft read back from this device, or null when it is not one of this kind. */
export function asDraft(kept: unknown, kind: KindName): Draft | null {
  if (typeof kept !== "object" || kept === null) return null;
  const { kind: keptKind, categoryId, favourite, fields } = kept as Record<string, unknown>;
  if (keptKind !== kind || typeof fields !== "object" || fields === null) return null;
  const texts = Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return {
    kind,
    categoryId: typeof categoryId === "string" ? categoryId : null,
    favourite: favourite === true,
    fields: Object.fromEntries(texts),
  };
}
