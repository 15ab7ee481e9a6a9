/** Reading and writing of CSV (RFC 4180) without changing a byte of any value. A broken line is named and left out; those after it are read. */
import Papa from "papaparse";
import { IMPORT_MAX_BYTES } from "../product.ts";

export interface CsvRow {
  /** Where it begins in the file; the first line is 1. */
  readonly line: number;
  readonly cells: string[];
}

export interface CsvError {
  readonly line: number;
  readonly message: string;
}

export interface Csv {
  readonly header: string[];
  readonly rows: CsvRow[];
  readonly errors: CsvError[];
}

const BYTE_ORDER_MARK = "\uFEFF";
const DELIMITERS = [",", ";", "\t"] as const;
/** A broken line is found only after what its quotes swallowed; so much is read again in one file, then the reading ends. */
const REREAD_MAX_CHARACTERS = 16 * IMPORT_MAX_BYTES;

/**
 * Reads a whole file. Finds out itself which of comma, semicolon and tab separates, and takes any line end.
 * A row with too few or too many values is kept as it is, and reported.
 */
export function parseCsv(text: string): Csv {
  const content = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const newline = content.includes("\n") || !content.includes("\r") ? "\n" : "\r";
  const { rows, errors } = readRows(content, { newline, delimiter: findDelimiter(content) });
  const [first, ...others] = rows;
  if (!first) return { header: [], rows: [], errors: errors.length > 0 ? errors : [{ line: 1, message: "The file is empty." }] };
  const ragged = others.flatMap(({ line, cells }) => checkWidth(line, cells, first.cells.length));
  return { header: first.cells, rows: others, errors: [...errors, ...ragged].sort((a, b) => a.line - b.line) };
}

interface Dialect {
  readonly newline: "\n" | "\r";
  readonly delimiter: string;
}

/** The one that stands most often in the heading outside quotes; a comma when none does. */
function findDelimiter(content: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  let isBlank = true;
  for (const character of content) {
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && !isBlank && (character === "\n" || character === "\r")) break;
    const count = counts.get(character);
    if (!isQuoted && count !== undefined) counts.set(character, count + 1);
    isBlank &&= character.trim() === "";
  }
  return DELIMITERS.reduce<string>((best, delimiter) => ((counts.get(delimiter) ?? 0) > (counts.get(best) ?? 0) ? delimiter : best), ",");
}

function readRows(content: string, dialect: Dialect): { rows: CsvRow[]; errors: CsvError[] } {
  const rows: CsvRow[] = [];
  const errors: CsvError[] = [];
  let at = 0;
  let line = 1;
  let reread = 0;
  while (at < content.length) {
    const read = readUntilBroken(content.slice(at), line, dialect);
    for (const row of read.rows) rows.push(row);
    if (!read.broken) break;
    errors.push({ line: read.broken.line, message: "The quotes of this line do not match; it was left out." });
    reread += read.broken.length;
    if (reread > REREAD_MAX_CHARACTERS) {
      errors.push({ line: read.broken.line + 1, message: "Too many broken lines; the rest of the file was not read." });
      break;
    }
    const lineEnd = content.indexOf(dialect.newline, at + read.broken.at);
    if (lineEnd < 0) break;
    at = lineEnd + 1;
    line = read.broken.line + 1;
  }
  return { rows, errors };
}

interface ReadPart {
  readonly rows: CsvRow[];
  /** Where the row begins whose quotes do not match, in characters and as a line of the file, and how many characters they swallowed. */
  readonly broken: { readonly at: number; readonly line: number; readonly length: number } | null;
}

function readUntilBroken(content: string, firstLine: number, { newline, delimiter }: Dialect): ReadPart {
  const rows: CsvRow[] = [];
  let broken: ReadPart["broken"] = null;
  let at = 0;
  let line = firstLine;
  Papa.parse<string[]>(content, {
    delimiter,
    newline,
    step: ({ data: cells, errors, meta }, parser) => {
      const raw = content.slice(at, meta.cursor);
      const lines = countOf(raw, newline);
      // A stray quote inside one line is read as it stands; one that swallowed following lines is an error.
      if (errors.some(({ code }) => code === "MissingQuotes" || (code === "InvalidQuotes" && lines > 1))) {
        broken = { at, line, length: raw.length };
        parser.abort();
        return;
      }
      if (!isBlank(raw)) rows.push({ line, cells: withoutCarriageReturn(cells, raw) });
      at = meta.cursor;
      line += lines;
    },
  });
  return { rows, broken };
}

const isBlank = (raw: string): boolean => raw.trim() === "";

/** The parser ends lines at "\n", so that files of mixed line ends are read too; the "\r" before it belongs to the last value only if that was in quotes. */
function withoutCarriageReturn(cells: string[], raw: string): string[] {
  const last = cells.at(-1);
  if (!last?.endsWith("\r") || !raw.endsWith("\r\n") || raw.endsWith('\r"\r\n')) return cells;
  return [...cells.slice(0, -1), last.slice(0, -1)];
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count++;
  return count;
}

/** Values beyond the heading count only when something is in them. */
function checkWidth(line: number, cells: readonly string[], width: number): CsvError[] {
  const isWide = cells.slice(width).some((cell) => cell !== "");
  if (cells.length >= width && !isWide) return [];
  return [{ line, message: `This line has ${cells.length} values where the heading has ${width}; please check it.` }];
}

/** A file with CRLF line ends. Values are quoted where needed and otherwise unaltered: nothing is added against formulas, because passwords have to come back (decision Z-23). */
export function writeCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map((cells) => `${writeRow(cells)}\r\n`).join("");
}

// A row of one empty value would be a blank line, which readers skip.
const writeRow = (cells: readonly string[]): string =>
  cells.length === 1 && cells[0]?.trim() === "" ? `"${cells[0]}"` : cells.map(writeCell).join(",");

/** Other separators, outer spaces and a leading byte order mark are quoted too: readers that guess stay right. */
const NEEDS_QUOTES = /[",\r\n;\t]|^[\s\uFEFF]|\s$/;
const writeCell = (value: string): string => (NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
