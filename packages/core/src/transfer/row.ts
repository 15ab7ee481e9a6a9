/** From one row of a file, in the words of our own export, to a candidate. Readers of every format with rows end here. */
import { siteHost } from "../items/display.ts";
import { checkField, type FieldValues, isComplete } from "../items/item.ts";
import { type Field, type KindName, kindOf } from "../items/kinds.ts";
import { type Candidate, candidateOf, hasTooLong, notesWith, TOO_LONG } from "./candidate.ts";
import { columnKey, IMPORT_COLUMNS, type ImportColumn } from "./source.ts";

const NO_LOGIN = "This line has neither user name nor password nor URL; it was left out.";
const NO_CONTENT = "This line has nothing but its type; it was left out.";
/** Name of what came without one and is of no kind we know (specification 3 §9). */
const UNKNOWN_NAME = "Imported item";
/** What a row is that does not say. */
const DEFAULT_KIND: KindName = "password";

export interface SortedRow {
  /** By our columns, and by the name of a field that has none. */
  readonly values: ReadonlyMap<ImportColumn, string>;
  /** `[heading, value]` of what the source does not know. */
  readonly others: readonly (readonly [string, string])[];
}

interface RowReading {
  readonly candidate?: Candidate;
  readonly message?: string;
}

/** @param kinds - `kindsByType` of the source. */
export function readRow({ values, others }: SortedRow, row: number, kinds: ReadonlyMap<string, KindName>): RowReading {
  const type = values.get("type")?.trim() ?? "";
  const known = kinds.get(columnKey(type || DEFAULT_KIND));
  const kind = known ?? DEFAULT_KIND;
  const { title, fields: table, words, importNeeds } = kindOf(kind);
  const { fields, unplaced } = readFields(table, values);

  const refusal = checkContent({ table, fields, values, importNeeds });
  if (refusal) return { message: refusal };

  const name = fields[title]?.trim() ? (fields[title] ?? "") : siteHost(fields.website_url ?? "");
  fields[title] = name;
  const status = known && isComplete(kind, fields) ? "complete" : "incomplete";
  if (!name) fields[title] = known ? words.imported : UNKNOWN_NAME;
  fields.notes = notesWith(fields.notes, [...unplaced, ...others]);
  if (hasTooLong(fields)) return { message: TOO_LONG };

  const candidate = candidateOf(row, { kind, fields, folder: values.get("folder")?.trim() ?? "", status, name });
  return known ? { candidate } : { candidate, message: `The type "${type}" is not known; the line was read as a password.` };
}

type Table = Readonly<Record<string, Field>>;

/** Where a row keeps a field; one without a column of the export goes by its own name. */
const columnOf = (name: string, { column = name }: Field): ImportColumn => column as ImportColumn;

/** The fields of a kind out of a row, and the values it has no place for: choices that are not offered, and columns of other kinds. */
function readFields(table: Table, values: SortedRow["values"]): { fields: Record<string, string>; unplaced: [string, string][] } {
  const fields: Record<string, string> = {};
  const unplaced: [string, string][] = [];
  for (const [name, field] of Object.entries(table)) {
    const value = values.get(columnOf(name, field)) ?? "";
    const placed = value.trim() ? placedValue(field, value) : value;
    if (placed === null) unplaced.push([field.label, value]);
    fields[name] = placed || field.fallback || "";
  }
  const ours = new Set<string>(["type", "folder", ...Object.entries(table).map(([name, field]) => columnOf(name, field))]);
  for (const column of IMPORT_COLUMNS) {
    const value = values.get(column);
    if (value?.trim() && !ours.has(column)) unplaced.push([column, value]);
  }
  return { fields, unplaced };
}

/** What a field takes of a value; null when it cannot hold it: a choice that is not offered, a setup key that gives no codes. */
function placedValue(field: Field, value: string): string | null {
  if (field.options) return findOption(field.options, value);
  return field.check === "code" && checkField(field, value) ? null : value;
}

/** People write what they see or what is stored. */
function findOption(options: NonNullable<Field["options"]>, typed: string): string | null {
  const key = columnKey(typed);
  return options.find(({ value, label }) => columnKey(value) === key || columnKey(label) === key)?.value ?? null;
}

interface RowContent {
  readonly table: Table;
  readonly fields: FieldValues;
  readonly values: SortedRow["values"];
  readonly importNeeds: readonly string[] | undefined;
}

/** Why a row is nothing to keep; null when it is. */
function checkContent({ table, fields, values, importNeeds }: RowContent): string | null {
  const isFilled = (value: string | undefined): boolean => value !== undefined && value.trim() !== "";
  if (importNeeds) return importNeeds.some((name) => isFilled(fields[name])) ? null : NO_LOGIN;
  return Object.entries(table).some(([name, field]) => isFilled(values.get(columnOf(name, field)))) ? null : NO_CONTENT;
}
