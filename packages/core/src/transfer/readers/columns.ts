/** Reads files of rows under a heading: CSV with any separator, and other formats that can be converted to rows. The source's row in SOURCES defines what a column means. */
import type { Candidate, ImportError, ImportReading, ImportRefusal } from "../candidate.ts";
import { type Csv, type CsvRow, parseCsv } from "../csv.ts";
import type { Entry } from "../formats/format.ts";
import { readRow, type SortedRow } from "../read-row.ts";
import type { Reader } from "../reader.ts";
import { NamedRow } from "../rows/named-row.ts";
import { ROW_READERS } from "../rows/row-readers.ts";
import { columnKey, type ImportColumn, kindsByType, knownColumns, type RowTable, readHeader, type Source, tableOf } from "../source.ts";
import { withBrokenRows } from "./broken-rows.ts";
import { readEntries } from "./formats.ts";

/** Creates the reader of a format. @param parse - splits a file into rows; null when the text is not of this format. */
export const tableReader = (parse: Parse): Reader => ({
  open: (text) => {
    const table = parse(text);
    return (
      table && {
        fit: (source, isChosen) => knownColumns(source, table.header, isChosen),
        read: (source, isChosen) => {
          const known = tableOf(source, table.header, isChosen);
          if (known) return readRows(known.table, againFor(known.table, text, parse) ?? table);
          return knownColumns(source, table.header, isChosen) > 0 ? readTable(source, table) : null;
        },
      }
    );
  },
});

/** Parses the file again with the table's special syntax. @returns null when it has none. */
const againFor = ({ escapes, isRagged }: RowTable, text: string, parse: Parse): Csv | null =>
  escapes || isRagged ? parse(escapes ? withoutEscapes(text, escapes) : text, { isRagged: isRagged === true }) : null;

type Parse = (text: string, form?: { readonly isRagged?: boolean }) => Csv | null;

/** KeePass 1 escapes quotes and backslashes with a backslash, instead of doubling quotes; 1Password 7 on a Mac escapes only quotes. */
const withoutEscapes = (text: string, escapes: "quotes" | "all"): string =>
  escapes === "quotes"
    ? text.replaceAll('\\"', '""')
    : text.replace(/\\(["\\])/g, (_, character: string) => (character === '"' ? '""' : character));

export const columnsReader = tableReader(parseCsv);

/** Reads the rows of a table with a known heading. */
function readRows({ reader, ignored = [], beyond = [] }: RowTable, { header, rows, errors }: Csv): ImportReading {
  const read = ROW_READERS[reader];
  if (!read) return { candidates: [], vaults: [], errors: [], refused: [] };
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const all = filled.map(({ cells }) => new NamedRow([...header, ...beyond], cells, ignored));
  const entries = all.map((row): Entry => {
    const entry = read(row, all);
    if (!("refused" in entry)) row.keepRest(entry);
    return entry;
  });
  const reading = readEntries(entries, (index) => filled[index]?.line ?? 1);
  return withBrokenRows(
    reading,
    filled.map(({ line }) => line),
    errors,
  );
}

function readTable(source: Source, { header, rows, errors }: Csv): ImportReading {
  const columns = readHeader(source, header);
  const ignored = new Set(source.ignored.map(columnKey));
  const kinds = kindsByType(source);
  const candidates: Candidate[] = [];
  const found: ImportError[] = [];
  const refused: ImportRefusal[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.cells.every((cell) => cell.trim() === "")) continue;
    const { candidate, messages } = readRow(sortCells(row, { source, header, columns, ignored }), index + 1, {
      kinds,
      rules: source.rowRules ?? [],
    });
    if (candidate) candidates.push(candidate);
    else refused.push({ row: index + 1, message: messages.join(" ") });
    found.push(...messages.map((message) => ({ line: row.line, message })));
  }
  const lines = rows.map(({ line }) => line);
  return withBrokenRows({ candidates, vaults: [], errors: found, refused }, lines, errors);
}

interface Heading {
  readonly source: Source;
  readonly header: readonly string[];
  readonly columns: readonly (ImportColumn | null)[];
  readonly ignored: ReadonlySet<string>;
}

/** Whether a cell only repeats another column of its row. */
function repeats({ repeats: known = {} }: Source, heading: string, values: ReadonlyMap<ImportColumn, string>, cell: string): boolean {
  const column = Object.entries(known).find(([theirs]) => columnKey(theirs) === columnKey(heading))?.[1];
  return column !== undefined && values.get(column) === cell;
}

function sortCells({ cells }: CsvRow, { source, header, columns, ignored }: Heading): SortedRow {
  const values = new Map<ImportColumn, string>();
  const others: [string, string][] = [];
  for (const [index, cell] of cells.entries()) {
    const column = columns[index];
    const heading = header[index]?.trim() || "Other";
    if (column) values.set(column, cell);
    else if (cell.trim() && !ignored.has(columnKey(heading))) others.push([heading, cell]);
  }
  return { values, others: others.filter(([heading, cell]) => !repeats(source, heading, values, cell)) };
}
