/** The description of a program whose files can be imported, and how the heading of its file is read. */
import { KIND_NAMES, type KindName, kindOf } from "../items/kinds.ts";
import { EXPORT_COLUMNS, type ExportColumn } from "./export.ts";

/** The targets of a source's columns: the columns of our own export, and fields without a column, by name. */
export type ImportColumn = ExportColumn | "totp" | "favourite";
export const IMPORT_COLUMNS: readonly ImportColumn[] = [...EXPORT_COLUMNS, "totp", "favourite"];

/** Rows identified by one value: their kind, or why they are not imported. */
export interface RowRule {
  readonly column: ImportColumn;
  readonly matches: RegExp;
  readonly kind?: KindName;
  /** The column that only identifies them and is dropped. */
  readonly drops?: ImportColumn;
  /** Message for each; without a kind, the reason why it was left out. */
  readonly message?: string;
}

/** A table of a program's CSV: its row reader, and how it is recognized. A program may write several. */
export interface RowTable {
  /** A name in ROW_READERS. */
  readonly reader: string;
  /** Required headings of this table. */
  readonly required: readonly string[];
  /** Its other headings. */
  readonly headings: readonly string[];
  /** Headings of columns that mean nothing to a user. */
  readonly ignored?: readonly string[];
  /** Too generic to be recognized: only used when the user chose the program. */
  readonly isPlain?: true;
  /** Quotes are escaped with a backslash; with "all", backslashes are too. */
  readonly escapes?: "quotes" | "all";
  /** Rows have more values than the heading. */
  readonly isRagged?: true;
  /** The names of those values, if they have a fixed order. */
  readonly beyond?: readonly string[];
}

export interface Source {
  readonly name: string;
  readonly group: "browser" | "manager" | "other" | "own";
  /** Its reader: a name in READERS. */
  readonly read: string;
  /** A name in FORMATS, if its reader has several formats. */
  readonly format?: string;
  /** Its tables, if its rows need more than a mapping of columns. */
  readonly tables?: readonly RowTable[];
  /** These columns are common: a file with additional columns is attributed to another program. */
  readonly isCommon?: true;
  /** Its rows are complete items: one exists in the vault only if nothing differs. For other sources the login decides (specification 3 §4). */
  readonly exact?: true;
  /** Largest file in bytes, if not `IMPORT_MAX_BYTES`. */
  readonly maxBytes?: number;
  readonly supportedFormats: readonly string[];
  /** Name of its icon in the app. */
  readonly icon: string;
  /** Their column to ours. Case, spaces and underscores are ignored. */
  readonly columns: Readonly<Record<string, ImportColumn>>;
  /** Its names for kinds, in addition to our own: `{ login: "password" }`. Case, spaces and underscores are ignored. */
  readonly types?: Readonly<Record<string, KindName>>;
  /** Columns without which it is not a file of this source. */
  readonly required: readonly string[];
  /** Without a choice by the user, one of these columns is required: many other tables have names and notes too. */
  readonly oneOf?: readonly ImportColumn[];
  /** The first that matches counts. */
  readonly rowRules?: readonly RowRule[];
  /** Their columns used as a fallback when the file has no column for one of Coffer's fields; the first that exists counts. */
  readonly instead?: Readonly<Partial<Record<ImportColumn, readonly string[]>>>;
  /** Their columns that mostly repeat one of Coffer's fields: kept only if they differ. */
  readonly repeats?: Readonly<Record<string, ImportColumn>>;
  /** Columns with no value for the user. Any other unknown column becomes a custom field. */
  readonly ignored: readonly string[];
  /** How to get the file, in three sentences. */
  readonly howTo: readonly [string, string, string];
}

/** For a source whose format has no columns, or whose tables define them. */
export const NO_COLUMNS = { columns: {}, required: [], ignored: [] } as const;

/** The last step for every program that exports passwords unencrypted. */
export const DELETE_IT = "Drop the file here, and delete it once the import is done: everybody who finds it can read it.";

/** Normalizes a column name for comparison. */
export const columnKey = (header: string): string => header.toLowerCase().replace(/[\s_-]/g, "");

/** The target column of each cell; null if the source does not define one. Of duplicate columns the first counts. */
export function readHeader(source: Source, header: readonly string[]): readonly (ImportColumn | null)[] {
  const known = new Map(Object.entries(source.columns).map(([theirs, ours]) => [columnKey(theirs), ours]));
  for (const [theirs, ours] of stoodIn(source, header, known)) known.set(theirs, ours);
  const taken = new Set<ImportColumn>();
  return header.map((name) => {
    const column = known.get(columnKey(name));
    if (!column || taken.has(column)) return null;
    taken.add(column);
    return column;
  });
}

/** Fallbacks for columns that a heading lacks. @param known - the source's columns by key. */
function stoodIn({ instead = {} }: Source, header: readonly string[], known: ReadonlyMap<string, ImportColumn>): Map<string, ImportColumn> {
  // Without duplicates: a heading may have millions of columns.
  const present = new Set(header.map(columnKey));
  const has = new Set([...present].map((key) => known.get(key)));
  const found = new Map<string, ImportColumn>();
  for (const [column, names] of Object.entries(instead) as [ImportColumn, readonly string[]][]) {
    const first = has.has(column) ? undefined : names.map(columnKey).find((key) => present.has(key) && !found.has(key));
    if (first !== undefined) found.set(first, column);
  }
  return found;
}

/** More than no match, less than one column. */
const A_LITTLE = 0.5;

/**
 * How well a heading matches a source: the number of columns the source knows, 0 when it is not one of that source.
 * @param isChosen - the user chose it.
 */
export function knownColumns(source: Source, header: readonly string[], isChosen = false): number {
  if (source.tables) return tableOf(source, header, isChosen)?.fit ?? 0;
  const present = new Set(header.map(columnKey));
  if (!source.required.every((name) => present.has(columnKey(name)))) return 0;
  const columns = readHeader(source, header);
  if (columns.every((column) => column === null)) return 0;
  if (!isChosen && source.oneOf && !source.oneOf.some((column) => columns.includes(column))) return 0;
  const ignored = new Set([...source.ignored, ...Object.keys(source.repeats ?? {})].map(columnKey));
  const known = columns.filter((column, index) => column !== null || ignored.has(columnKey(header[index] ?? ""))).length;
  return source.isCommon && !isChosen && known < header.length ? known - A_LITTLE : known;
}

interface FittingTable {
  readonly table: RowTable;
  readonly fit: number;
}

/** The table of a source that matches a heading best; null when none does. */
export function tableOf({ tables = [] }: Source, header: readonly string[], isChosen: boolean): FittingTable | null {
  const present = header.map(columnKey);
  const fits = tables
    .filter(({ required, isPlain }) => (isChosen || !isPlain) && required.every((name) => present.includes(columnKey(name))))
    .map((table) => {
      const known = new Set([...table.required, ...table.headings, ...(table.ignored ?? [])].map(columnKey));
      return { table, fit: present.filter((key) => known.has(key)).length + A_LITTLE };
    });
  return fits.toSorted((a, b) => b.fit - a.fit)[0] ?? null;
}

/** The kind of each type value of a source; `columnKey` of the value finds it. */
export function kindsByType({ types = {} }: Source): ReadonlyMap<string, KindName> {
  const ours = KIND_NAMES.flatMap((kind) => [kind, kindOf(kind).csvType].map((type) => [type, kind] as const));
  return new Map([...ours, ...Object.entries(types)].map(([type, kind]) => [columnKey(type), kind]));
}
