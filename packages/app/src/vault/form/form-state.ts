/**
 * What an item form knows, as a reducer without React: the draft, which sentences are shown under which field, and whether anything changed.
 * A field's sentence appears once the field was left or a save was tried, and goes away at the next key stroke (specification 2 §5).
 */
import { controlOf } from "@coffer/core/items/controls";
import { checkField, checkItem, type Draft, type FieldValues, REQUIRED_FIELDS_MISSING } from "@coffer/core/items/item";
import { type KindName, kindOf } from "@coffer/core/items/kinds";

export interface FormState {
  /** What the form began with; the form is dirty when the draft differs from it. */
  readonly base: Draft;
  readonly draft: Draft;
  /** Sentences shown now, by field. */
  readonly problems: Readonly<Record<string, string>>;
  /** The sentence above the buttons, after a save that was refused. */
  readonly summary: string | null;
}

export type FormAction =
  | { readonly type: "typed"; readonly field: string; readonly value: string }
  | { readonly type: "left"; readonly field: string }
  | { readonly type: "placed"; readonly categoryId: string | null }
  | { readonly type: "marked"; readonly favourite: boolean }
  | { readonly type: "restored"; readonly draft: Draft }
  | { readonly type: "refused"; readonly problems: Readonly<Record<string, string>> }
  | { readonly type: "saved" };

/** @param changes - fields that are changed from the beginning. */
export function startForm(base: Draft, changes: FieldValues = {}): FormState {
  return { base, draft: { ...base, fields: { ...base.fields, ...changes } }, problems: {}, summary: null };
}

export function formReducer(state: FormState, action: FormAction): FormState {
  switch (action.type) {
    case "typed":
      return typed(state, action.field, action.value);
    case "left":
      return left(state, action.field);
    case "placed":
      return { ...state, draft: { ...state.draft, categoryId: action.categoryId } };
    case "marked":
      return { ...state, draft: { ...state.draft, favourite: action.favourite } };
    case "restored":
      return { ...state, draft: action.draft, problems: {}, summary: null };
    case "refused":
      return { ...state, problems: action.problems, summary: summaryOfProblems(state.draft, action.problems) };
    case "saved":
      return startForm(state.draft);
  }
}

function typed(state: FormState, field: string, value: string): FormState {
  const control = kindOf(state.draft.kind).fields[field]?.control;
  const clean = control ? controlOf(control).clean : undefined;
  const fields = { ...state.draft.fields, [field]: clean ? clean(value) : value };
  const { [field]: _cleared, ...problems } = state.problems;
  return { ...state, draft: { ...state.draft, fields }, problems, summary: null };
}

function left(state: FormState, field: string): FormState {
  const rule = kindOf(state.draft.kind).fields[field];
  const problem = rule ? checkField(rule, state.draft.fields[field] ?? "") : null;
  return problem ? { ...state, problems: { ...state.problems, [field]: problem } } : state;
}

/** Whether something would be lost by closing. */
export function isDirty({ base, draft }: Pick<FormState, "base" | "draft">): boolean {
  if (base.categoryId !== draft.categoryId || base.favourite !== draft.favourite) return true;
  const names = new Set([...Object.keys(base.fields), ...Object.keys(draft.fields)]);
  return [...names].some((name) => (base.fields[name] ?? "") !== (draft.fields[name] ?? ""));
}

/** What stands in the way of saving, by field; empty when nothing does. */
export const problemsOf = (draft: Draft): Readonly<Record<string, string>> => checkItem(draft.kind, draft.fields);

/** The general sentence when something required is missing; a form whose only fault is a wrong value says it under the field alone. */
function summaryOfProblems(draft: Draft, problems: Readonly<Record<string, string>>): string | null {
  const missing = Object.keys(problems).some((name) => !(draft.fields[name] ?? "").trim());
  return missing ? REQUIRED_FIELDS_MISSING : null;
}

/** The field to put the cursor into after a refused save: the first one in the order of the form. */
export function firstProblem(kind: KindName, problems: Readonly<Record<string, string>>): string | null {
  return Object.keys(kindOf(kind).fields).find((name) => problems[name] !== undefined) ?? null;
}

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
