/** What is to be known of a program whose files can be imported, and how the heading of its file is read. */
import { KIND_NAMES, type KindName, kindOf } from "../items/kinds.ts";
import { EXPORT_COLUMNS, type ExportColumn } from "./export.ts";

/** What a source's columns are translated into: the columns of our own export, and the fields that it has none for, by their name. */
export type ImportColumn = ExportColumn | "totp";
export const IMPORT_COLUMNS: readonly ImportColumn[] = [...EXPORT_COLUMNS, "totp"];

export interface Source {
  readonly name: string;
  readonly group: "browser" | "manager" | "other" | "own";
  /** What reads its files: a name in READERS. */
  readonly read: string;
  /** Its rows are whole items: one is in the vault already only when nothing differs. Of other sources the login decides (specification 3 §4). */
  readonly exact?: true;
  /** Largest file in bytes, where it is not `IMPORT_MAX_BYTES`. */
  readonly maxBytes?: number;
  readonly supportedFormats: readonly string[];
  /** Name of the picture the app draws for it. */
  readonly icon: string;
  /** Their column, ours. Case, spaces and underscores do not matter. */
  readonly columns: Readonly<Record<string, ImportColumn>>;
  /** Its word for each kind, ours, beside our own words: `{ login: "password" }`. Case, spaces and underscores do not matter. */
  readonly types?: Readonly<Record<string, KindName>>;
  /** Columns without which it is not a file of this source. */
  readonly required: readonly string[];
  /** Columns that hold nothing a person would miss. Any other unknown column is kept in the notes. */
  readonly ignored: readonly string[];
  /** How to get the file, in three sentences. */
  readonly howTo: readonly [string, string, string];
}

/** A column name as it is compared. */
export const columnKey = (header: string): string => header.toLowerCase().replace(/[\s_-]/g, "");

/** Which of our columns each cell of a row goes to; null where the source does not say. A column named twice counts the first time. */
export function readHeader(source: Source, header: readonly string[]): readonly (ImportColumn | null)[] {
  const known = new Map(Object.entries(source.columns).map(([theirs, ours]) => [columnKey(theirs), ours]));
  const taken = new Set<ImportColumn>();
  return header.map((name) => {
    const column = known.get(columnKey(name));
    if (!column || taken.has(column)) return null;
    taken.add(column);
    return column;
  });
}

export const hasRequiredColumns = (source: Source, header: readonly string[]): boolean => {
  const present = new Set(header.map(columnKey));
  return source.required.every((name) => present.has(columnKey(name)));
};

/** The kind of each type value of a source; `columnKey` of the value finds it. */
export function kindsByType({ types = {} }: Source): ReadonlyMap<string, KindName> {
  const ours = KIND_NAMES.flatMap((kind) => [kind, kindOf(kind).csvType].map((type) => [type, kind] as const));
  return new Map([...ours, ...Object.entries(types)].map(([type, kind]) => [columnKey(type), kind]));
}
