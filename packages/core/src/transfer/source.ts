/** What is to be known of a program whose files can be imported, and how the heading of its file is read. */
import { KIND_NAMES, type KindName, kindOf } from "../items/kinds.ts";
import { EXPORT_COLUMNS, type ExportColumn } from "./export.ts";

/** What a source's columns are translated into: the columns of our own export, and the fields that it has none for, by their name. */
export type ImportColumn = ExportColumn | "totp" | "favourite";
export const IMPORT_COLUMNS: readonly ImportColumn[] = [...EXPORT_COLUMNS, "totp", "favourite"];

/** Rows that one value tells apart: what they are, or why they are nothing to keep. */
export interface RowRule {
  readonly column: ImportColumn;
  readonly matches: RegExp;
  readonly kind?: KindName;
  /** The value that only says what they are. */
  readonly drops?: ImportColumn;
  /** Said of each; without a kind, the sentence says why it was left out. */
  readonly message?: string;
}

/** A table of a program's CSV: which row reader takes it, and how it is known. A program may write several. */
export interface RowTable {
  /** A name in ROW_READERS. */
  readonly reader: string;
  /** Headings without which it is not this table. */
  readonly required: readonly string[];
  /** The other headings it has. */
  readonly headings: readonly string[];
  /** Headings of what says nothing to a person. */
  readonly ignored?: readonly string[];
  /** So plain that it is believed only where a person says which program it is from. */
  readonly isPlain?: true;
  /** Quotes stand in values behind a backslash; where it is "all", backslashes do, too. */
  readonly escapes?: "quotes" | "all";
  /** Rows have values beyond the heading. */
  readonly isRagged?: true;
  /** What those values are, in their order, where they have an order. */
  readonly beyond?: readonly string[];
}

export interface Source {
  readonly name: string;
  readonly group: "browser" | "manager" | "other" | "own";
  /** What reads its files: a name in READERS. */
  readonly read: string;
  /** Where its reader knows several formats: a name in FORMATS. */
  readonly format?: string;
  /** Its tables, where its rows need more than the names of columns. */
  readonly tables?: readonly RowTable[];
  /** Any program may have these columns: with one more it is believed to be another's. */
  readonly isCommon?: true;
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
  /** Where nobody says whose it is, one of these must be there: many tables have a name and a remark, and are no passwords. */
  readonly telling?: readonly ImportColumn[];
  /** The first that matches counts. */
  readonly rowRules?: readonly RowRule[];
  /** Their columns that take the place of one of ours where the file has none for it; the first that is there counts. */
  readonly instead?: Readonly<Partial<Record<ImportColumn, readonly string[]>>>;
  /** Their columns that mostly say the same as one of ours: kept only where they do not. */
  readonly repeats?: Readonly<Record<string, ImportColumn>>;
  /** Columns that hold nothing a person would miss. Any other unknown column becomes a field of its own. */
  readonly ignored: readonly string[];
  /** How to get the file, in three sentences. */
  readonly howTo: readonly [string, string, string];
}

/** Of a source whose format has no columns, or whose tables name their own. */
export const NO_COLUMNS = { columns: {}, required: [], ignored: [] } as const;

/** The last step of every program that writes its passwords in the open. */
export const DELETE_IT = "Drop the file here, and delete it once the import is done: everybody who finds it can read it.";

/** A column name as it is compared. */
export const columnKey = (header: string): string => header.toLowerCase().replace(/[\s_-]/g, "");

/** Which of our columns each cell of a row goes to; null where the source does not say. A column named twice counts the first time. */
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

/** What takes the place of columns that a heading lacks. @param known - by their key, what the source says of it. */
function stoodIn({ instead = {} }: Source, header: readonly string[], known: ReadonlyMap<string, ImportColumn>): Map<string, ImportColumn> {
  // Each once: a heading may have millions.
  const present = new Set(header.map(columnKey));
  const has = new Set([...present].map((key) => known.get(key)));
  const found = new Map<string, ImportColumn>();
  for (const [column, names] of Object.entries(instead) as [ImportColumn, readonly string[]][]) {
    const first = has.has(column) ? undefined : names.map(columnKey).find((key) => present.has(key) && !found.has(key));
    if (first !== undefined) found.set(first, column);
  }
  return found;
}

/** More than nothing, less than a column. */
const A_LITTLE = 0.5;

/**
 * How well a heading fits a source: how many of its columns the source knows, 0 when it is not one of that source.
 * @param isChosen - a person said so.
 */
export function knownColumns(source: Source, header: readonly string[], isChosen = false): number {
  if (source.tables) return tableOf(source, header, isChosen)?.fit ?? 0;
  const present = new Set(header.map(columnKey));
  if (!source.required.every((name) => present.has(columnKey(name)))) return 0;
  const columns = readHeader(source, header);
  if (columns.every((column) => column === null)) return 0;
  if (!isChosen && source.telling && !source.telling.some((column) => columns.includes(column))) return 0;
  const ignored = new Set([...source.ignored, ...Object.keys(source.repeats ?? {})].map(columnKey));
  const known = columns.filter((column, index) => column !== null || ignored.has(columnKey(header[index] ?? ""))).length;
  return source.isCommon && !isChosen && known < header.length ? known - A_LITTLE : known;
}

interface FittingTable {
  readonly table: RowTable;
  readonly fit: number;
}

/** The table of a source that knows a heading best; null when none does. */
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
