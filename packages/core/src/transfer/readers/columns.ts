/** Reads files of rows under a heading: CSV with any separator, and any other format that can be laid out so. What a column means stands in the row of the source. */
import type { Candidate, ImportError, ImportReading } from "../candidate.ts";
import { type Csv, type CsvRow, parseCsv } from "../csv.ts";
import type { Reader } from "../reader.ts";
import { readRow, type SortedRow } from "../row.ts";
import { columnKey, type ImportColumn, kindsByType, knownColumns, readHeader, type Source } from "../source.ts";

/** The reader of a format. @param parse - lays a file out in rows; null when the text is not of this format. */
export const tableReader = (parse: (text: string) => Csv | null): Reader => ({
  open: (text) => {
    const table = parse(text);
    return (
      table && {
        fit: (source) => knownColumns(source, table.header),
        read: (source) => (knownColumns(source, table.header) > 0 ? readTable(source, table) : null),
      }
    );
  },
});

export const columnsReader = tableReader(parseCsv);

function readTable(source: Source, { header, rows, errors }: Csv): ImportReading {
  const columns = readHeader(source, header);
  const ignored = new Set(source.ignored.map(columnKey));
  const kinds = kindsByType(source);
  const candidates: Candidate[] = [];
  const found: ImportError[] = [...errors];
  for (const [index, row] of rows.entries()) {
    if (row.cells.every((cell) => cell.trim() === "")) continue;
    const { candidate, messages } = readRow(sortCells(row, { header, columns, ignored }), index + 1, {
      kinds,
      rules: source.rowRules ?? [],
    });
    if (candidate) candidates.push(candidate);
    found.push(...messages.map((message) => ({ line: row.line, message })));
  }
  return { candidates, vaults: [], errors: found.sort((a, b) => a.line - b.line) };
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
