/**
 * What an item form calls itself, by kind and by where it was opened (decision V-05): the picker and the detail view open the modal, lists open the
 * entry dialog. Kinds that the specification gives one form only answer the same for both.
 */
import type { ControlName } from "@coffer/core/items/controls";
import { type Field, type KindName, kindOf } from "@coffer/core/items/kinds";

export type EditorName = "modal" | "entry";

export interface EditorWords {
  readonly create: string;
  readonly edit: string;
  readonly view: string;
  readonly save: string;
  readonly update: string;
  readonly busy: string;
  /** Hidden fields of the kind that this editor shows after all. */
  readonly reveals: readonly string[];
}

export function editorWords(kind: KindName, editor: EditorName): EditorWords {
  const { words, entryDialog } = kindOf(kind);
  const { create, edit, view, save, update } = words;
  const own = { create, edit, view, save, update, busy: "Saving...", reveals: [] };
  return editor === "entry" && entryDialog ? { ...own, ...entryDialog.words, reveals: entryDialog.reveals } : own;
}

/** Where a new item was asked for: the header and the picker, or the list of its kind; the toast differs (decision V-19). */
export type EntryPoint = "picker" | "list";
export const createdToast = (kind: KindName, from: EntryPoint): string => kindOf(kind).words[from === "picker" ? "added" : "created"];

export interface FormSection {
  /** Null for what comes before the first heading. */
  readonly heading: string | null;
  readonly fields: { readonly name: string; readonly field: Field }[];
}

/** Controls that say where an item belongs, not what it is: shown after all others. */
export const ASIDE: ReadonlySet<ControlName> = new Set(["tags"]);

/** All fields of a form except the title, under the headings of the table, in its order; what says where the item belongs comes last. */
export function sectionsOf(kind: KindName, reveals: readonly string[]): readonly FormSection[] {
  const row = kindOf(kind);
  const sections: { heading: string | null; fields: FormSection["fields"][number][] }[] = [];
  const aside: FormSection = { heading: null, fields: [] };
  for (const [name, field] of Object.entries(row.fields)) {
    if (name === row.title || (field.hidden && !reveals.includes(name))) continue;
    if (ASIDE.has(field.control)) aside.fields.push({ name, field });
    else {
      if (field.section || sections.length === 0) sections.push({ heading: field.section ?? null, fields: [] });
      sections.at(-1)?.fields.push({ name, field });
    }
  }
  return [...sections, aside].filter(({ fields }) => fields.length > 0);
}

/** What a form shows at once, and what it shows when more is asked for. @param isFilled - whether the item it began with has something in a field. */
export function foldedSections(sections: readonly FormSection[], isFilled: (name: string) => boolean) {
  const pick = (isWanted: (name: string, field: Field) => boolean) =>
    sections
      .map(({ heading, fields }) => ({ heading, fields: fields.filter(({ name, field }) => isWanted(name, field)) }))
      .filter(({ fields }) => fields.length > 0);
  const isOpen = (name: string, { folds }: Field): boolean => !folds || isFilled(name);
  const open = pick(isOpen);
  const headings = new Set(open.map(({ heading }) => heading));
  // A heading is there once.
  const folded = pick((name, field) => !isOpen(name, field)).map(({ heading, fields }) => ({
    heading: headings.has(heading) ? null : heading,
    fields,
  }));
  return { open, folded };
}
