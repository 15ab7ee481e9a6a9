/** The rules of custom fields in forms and details: types, what a row without content is, and how they are grouped under their sections. */
import { type CustomField, writeCustomFields } from "@coffer/core/items/structured-fields";

export const TYPE_LABELS: Readonly<Record<CustomField["type"], string>> = { text: "Text", hidden: "Hidden", boolean: "Yes or no" };
export const BLANK_FIELD: CustomField = { label: "", type: "text", value: "", section: "" };

/** Of a boolean. */
export const isYes = ({ value }: Pick<CustomField, "value">): boolean => value === "true";
export const yesNo = (yes: boolean): string => (yes ? "true" : "false");

/** The field as another type. What was typed stays, but a text is neither yes nor no. */
export function withType(field: CustomField, type: CustomField["type"]): CustomField {
  if (type === field.type) return field;
  if (type === "boolean") return { ...field, type, value: yesNo(false) };
  return { ...field, type, value: field.type === "boolean" ? "" : field.value };
}

/** Rows that were added and never filled are left out: a yes or no without a label says nothing either. */
export const writeFilledFields = (fields: readonly CustomField[]): string =>
  writeCustomFields(fields.filter(({ label, type, value }) => label.trim() || (type !== "boolean" && value)));

export interface CustomSection {
  /** "" for fields under none. */
  readonly title: string;
  readonly fields: readonly CustomField[];
}

/** Fields without a section first, then each section at the place of its first field. */
export function customSections(fields: readonly CustomField[]): CustomSection[] {
  const sections = new Map<string, CustomField[]>([["", []]]);
  for (const field of fields) {
    const title = field.section.trim();
    sections.set(title, [...(sections.get(title) ?? []), field]);
  }
  return [...sections].map(([title, listed]) => ({ title, fields: listed })).filter(({ fields: listed }) => listed.length > 0);
}

/** Sections already used, to be chosen again. */
export const sectionsInUse = (fields: readonly CustomField[]): string[] =>
  [...new Set(fields.map(({ section }) => section.trim()))].filter(Boolean);
