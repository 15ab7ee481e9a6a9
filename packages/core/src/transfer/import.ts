/** From the text of a file to candidates under review. Nothing is thrown and nothing lost: what cannot be read is named with its line, what has no field goes to the notes. */
import { siteHost } from "../items/display.ts";
import { checkField, type FieldValues } from "../items/item.ts";
import { type Field, KIND_NAMES, type KindName, kindOf } from "../items/kinds.ts";
import {
  type Candidate,
  candidateOf,
  hasRequiredFields,
  hasTooLong,
  type ImportProblem,
  type ImportReading,
  notesWith,
  TOO_LONG,
} from "./candidate.ts";
import { type CsvRow, parseCsv } from "./csv.ts";
import { readBackupFile } from "./import-backup.ts";
import {
  columnKey,
  hasRequiredColumns,
  IMPORT_COLUMNS,
  type ImportColumn,
  isSourceId,
  readHeader,
  SOURCE_IDS,
  type Source,
  type SourceId,
  sourceOf,
} from "./sources.ts";

export type { Candidate, ImportProblem, ImportReading } from "./candidate.ts";

/** The whole file is not what was chosen (specification 3 §8). */
export const IMPORT_UNREADABLE = "Failed to process import file. Please check the correct file format and source.";
const NO_LOGIN = "This line has neither user name nor password nor URL; it was left out.";
const NO_CONTENT = "This line has nothing but its type; it was left out.";

/** Name of what came without one and is of no kind we know (specification 3 §9). */
const UNKNOWN_NAME = "Imported item";

/** What a row is that does not say. */
const DEFAULT_KIND: KindName = "password";
const KIND_BY_TYPE = new Map(KIND_NAMES.flatMap((kind) => [kind, kindOf(kind).csvType].map((type) => [columnKey(type), kind] as const)));

interface Reader {
  /** @returns null when the file is not one of the source. */
  readonly read: (source: Source, text: string) => ImportReading | null;
  /** @returns which of these sources the file is from, as far as it tells. */
  readonly detect: (text: string, ids: readonly SourceId[]) => SourceId | null;
}

/** By the column `read` of SOURCES; a file is tried in this order. */
const READERS: Record<Source["read"], Reader> = {
  backup: { read: (_, text) => readBackupFile(text), detect: (text, [id = null]) => (id && readBackupFile(text) ? id : null) },
  columns: { read: readColumns, detect: detectColumns },
};

export function readImport({ sourceId, text }: { sourceId: string; text: string }): ImportReading {
  const source = isSourceId(sourceId) ? sourceOf(sourceId) : null;
  const reading = source && READERS[source.read].read(source, text);
  return reading ?? { candidates: [], vaults: [], problems: [{ line: 1, message: IMPORT_UNREADABLE }] };
}

/** The source of these that knows the file best. @returns null when none fits. */
export function detectSource(text: string, ids: readonly SourceId[] = SOURCE_IDS): SourceId | null {
  for (const [strategy, { detect }] of Object.entries(READERS)) {
    const id = detect(
      text,
      ids.filter((candidate) => sourceOf(candidate).read === strategy),
    );
    if (id) return id;
  }
  return null;
}

function readColumns(source: Source, text: string): ImportReading | null {
  const { header, rows, problems } = parseCsv(text);
  if (!hasRequiredColumns(source, header)) return null;
  const columns = readHeader(source, header);
  const ignored = new Set(source.ignored.map(columnKey));
  const candidates: Candidate[] = [];
  const found: ImportProblem[] = [...problems];
  for (const [index, row] of rows.entries()) {
    if (row.cells.every((cell) => cell.trim() === "")) continue;
    const reading = readRow(sortCells(row, { header, columns, ignored }), index + 1);
    if (reading.candidate) candidates.push(reading.candidate);
    if (reading.message) found.push({ line: row.line, message: reading.message });
  }
  return { candidates, vaults: [], problems: found.sort((a, b) => a.line - b.line) };
}

/** Of the sources whose columns the file has the one that knows most of them. */
function detectColumns(text: string, ids: readonly SourceId[]): SourceId | null {
  const { header } = parseCsv(text);
  const fitting = ids.filter((id) => hasRequiredColumns(sourceOf(id), header));
  const [best] = fitting.toSorted((a, b) => knownColumns(sourceOf(b), header) - knownColumns(sourceOf(a), header));
  return best ?? null;
}

function knownColumns(source: Source, header: readonly string[]): number {
  const ignored = new Set(source.ignored.map(columnKey));
  return readHeader(source, header).filter((column, index) => column !== null || ignored.has(columnKey(header[index] ?? ""))).length;
}

interface SortedRow {
  readonly values: ReadonlyMap<ImportColumn, string>;
  /** `[heading, value]` of what the source does not know. */
  readonly others: readonly (readonly [string, string])[];
}

interface Heading {
  readonly header: readonly string[];
  readonly columns: readonly (ImportColumn | null)[];
  readonly ignored: ReadonlySet<string>;
}

function sortCells({ cells }: CsvRow, { header, columns, ignored }: Heading): SortedRow {
  const values = new Map<ImportColumn, string>();
  const others: [string, string][] = [];
  for (const [index, cell] of cells.entries()) {
    const column = columns[index];
    const heading = header[index]?.trim() || "Other";
    if (column) values.set(column, cell);
    else if (cell.trim() && !ignored.has(columnKey(heading))) others.push([heading, cell]);
  }
  return { values, others };
}

interface RowReading {
  readonly candidate?: Candidate;
  readonly message?: string;
}

function readRow({ values, others }: SortedRow, row: number): RowReading {
  const type = values.get("type")?.trim() ?? "";
  const known = KIND_BY_TYPE.get(columnKey(type || DEFAULT_KIND));
  const kind = known ?? DEFAULT_KIND;
  const { title, fields: table, words, importNeeds } = kindOf(kind);
  const { fields, unplaced } = readFields(table, values);

  const refusal = checkContent({ table, fields, values, importNeeds });
  if (refusal) return { message: refusal };

  const name = fields[title]?.trim() ? (fields[title] ?? "") : siteHost(fields.website_url ?? "");
  fields[title] = name;
  const status = known && hasRequiredFields(kind, fields) ? "complete" : "incomplete";
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
