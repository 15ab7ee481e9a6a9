/** Turns one row of a file, with the column names of our own export, into a candidate. Used by the readers of all formats with rows. */
import { siteName } from "../items/display.ts";
import { isOnDemand } from "../items/fields-on-demand.ts";
import { isComplete } from "../items/item.ts";
import { type Field, type KindName, kindOf } from "../items/kinds.ts";
import { parseCode } from "../items/totp.ts";
import { type Candidate, candidateOf, customFieldsWith } from "./candidate.ts";
import { columnKey, IMPORT_COLUMNS, type ImportColumn, type RowRule } from "./source.ts";
import { withinLimits } from "./within-limits.ts";

export const NO_CONTENT = "This line has nothing but its type; it was left out.";
const KEPT_AS_NOTE = "This line has neither username nor password nor URL; it was kept as a note.";
const INCOMPLETE_LOGIN = "This line has neither username nor password nor URL; what it has was kept.";
export const LOST_CHARACTERS = "Characters of this line were lost before it came here (\uFFFD); please compare it with where it is from.";
/** Name of an item of unknown kind without a name (specification 3 §9). */
const UNKNOWN_NAME = "Imported item";
/** The kind of a row without a type. */
const DEFAULT_KIND: KindName = "password";

export interface SortedRow {
  /** By our column, or by field name for fields without a column. */
  readonly values: ReadonlyMap<ImportColumn, string>;
  /** `[heading, value]` of columns unknown to the source. */
  readonly others: readonly (readonly [string, string])[];
}

export interface RowReading {
  readonly candidate?: Candidate;
  readonly messages: readonly string[];
}

interface RowWords {
  /** `kindsByType` of the source. */
  readonly kinds: ReadonlyMap<string, KindName>;
  readonly rules: readonly RowRule[];
}

export function readRow(sorted: SortedRow, row: number, { kinds, rules }: RowWords): RowReading {
  const rule = rules.find(({ column, matches }) => matches.test(sorted.values.get(column) ?? ""));
  if (rule && !rule.kind) return { messages: rule.message ? [rule.message] : [] };
  const { values, others } = rule?.drops ? withoutValue(sorted, rule.drops) : sorted;
  const type = values.get("type")?.trim() ?? "";
  const known = rule?.kind ?? kinds.get(columnKey(type || DEFAULT_KIND));
  const messages = known ? [] : [`The type "${type}" is not known; the line was read as a password.`];
  if (rule?.message) messages.push(rule.message);
  const wanted = known ?? DEFAULT_KIND;
  const kept = importedKind(wanted, filledFields(wanted, values), others.length > 0);
  if (kept.message) messages.push(kept.message);
  if (kept.kind === null) return { messages: [NO_CONTENT] };

  const { title, fields: table, words } = kindOf(kept.kind);
  const { fields: read, unplaced } = readFields(table, values);
  if (!read[title]?.trim()) read[title] = siteName(read.website_url ?? "");
  read.custom_fields = customFieldsWith(read.custom_fields, [...unplaced, ...others]);
  const { fields, messages: leftOut, isEmpty } = withinLimits(kept.kind, read);
  messages.push(...leftOut);
  if (isEmpty) return { messages: leftOut };
  const name = fields[title] ?? "";
  const status = known && isComplete(kept.kind, fields) ? "complete" : "incomplete";
  if (!name) fields[title] = known ? words.imported : UNKNOWN_NAME;
  if (Object.values(fields).some((value) => value.includes("\uFFFD"))) messages.push(LOST_CHARACTERS);

  const favourite = /^(1|true|yes)$/i.test(values.get("favourite")?.trim() ?? "");
  const part = {
    kind: kept.kind,
    fields,
    folder: values.get("folder")?.trim() ?? "",
    status,
    name,
    ...(favourite && { favourite }),
  } as const;
  return { candidate: candidateOf(row, part), messages };
}

const withoutValue = ({ values, others }: SortedRow, column: ImportColumn): SortedRow => ({
  values: new Map([...values].filter(([name]) => name !== column)),
  others,
});

interface ImportedKind {
  /** Null when the row is empty. */
  readonly kind: KindName | null;
  readonly message?: string;
}

function filledFields(kind: KindName, values: SortedRow["values"]): string[] {
  const table = kindOf(kind).fields;
  return Object.keys(table).filter((name) => table[name] && values.get(columnOf(name, table[name]))?.trim());
}

/** The kind to import an entry as, which may lack required fields. @param filled - its fields with a value. */
export function importedKind(kind: KindName, filled: readonly string[], hasOthers: boolean): ImportedKind {
  const { title, importNeeds, importElse } = kindOf(kind);
  if (filled.length === 0 && !hasOthers) return { kind: null };
  if (!importNeeds || filled.some((name) => importNeeds.includes(name))) return { kind };
  const isText = filled.every((name) => name === title || name === "notes") && (hasOthers || filled.includes("notes"));
  return importElse && isText ? { kind: importElse, message: KEPT_AS_NOTE } : { kind, message: INCOMPLETE_LOGIN };
}

type Table = Readonly<Record<string, Field>>;

/** The column of a field; fields without an export column use their own name. */
const columnOf = (name: string, { column = name }: Field): ImportColumn => column as ImportColumn;

/** The fields of a kind from a row, and the values without a place: unknown options, and columns of other kinds. */
function readFields(table: Table, values: SortedRow["values"]): { fields: Record<string, string>; unplaced: [string, string][] } {
  const fields: Record<string, string> = {};
  const unplaced: [string, string][] = [];
  for (const [name, field] of Object.entries(table)) {
    if (isOnDemand(field)) continue; // no cell holds one
    const value = values.get(columnOf(name, field)) ?? "";
    const placed = value.trim() ? placedValue(field, value) : value;
    if (placed === null) unplaced.push([field.label, value]);
    fields[name] = placed || field.fallback || "";
  }
  const ours = new Set<string>(["type", "folder", "favourite", ...Object.entries(table).map(([name, field]) => columnOf(name, field))]);
  for (const column of IMPORT_COLUMNS) {
    const value = values.get(column);
    if (value?.trim() && !ours.has(column)) unplaced.push([column, value]);
  }
  return { fields, unplaced };
}

/** Converts a value for a field; null when it is invalid: an unknown option, or a setup key that generates no codes. */
export function placedValue(field: Field, value: string): string | null {
  if (field.options) return findOption(field.options, value);
  return field.check === "code" && parseCode(value) === null ? null : value;
}

/** Matches both the label and the stored value. */
function findOption(options: NonNullable<Field["options"]>, typed: string): string | null {
  const key = columnKey(typed);
  return options.find(({ value, label }) => columnKey(value) === key || columnKey(label) === key)?.value ?? null;
}
