/** Reads and writes CSV (RFC 4180) without changing a byte of any value. A broken line is reported and skipped; the lines after it are read. */

export interface CsvRow {
  /** Its first line in the file, from 1. */
  readonly line: number;
  readonly cells: string[];
}

export interface CsvError {
  readonly line: number;
  readonly message: string;
}

export interface Csv {
  readonly header: string[];
  /** Line of the heading; not the first line if that one was broken. */
  readonly headerLine?: number;
  readonly rows: CsvRow[];
  readonly errors: CsvError[];
}

const BYTE_ORDER_MARK = "\uFEFF";
const DELIMITERS = [",", ";", "\t", "|"] as const;
export const BROKEN_QUOTES = "The quotes of this line do not match; it was left out.";

/**
 * Reads a whole file. Detects the separator (comma, semicolon, tab or bar) and accepts any line ending.
 * A row with too few or too many values is kept and reported.
 */
export function parseCsv(text: string, { isRagged = false }: CsvForm = {}): Csv {
  const whole = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const [said = "", separator] = SAID.exec(whole) ?? [];
  // It still counts as a line of the file, so the lines after it keep their numbers.
  const content = said ? whole.slice(said.length - 1) : whole;
  const newline = content.includes("\n") || !content.includes("\r") ? "\n" : "\r";
  const { rows, errors } = readRows(content, { newline, delimiter: separator ?? findDelimiter(content), isRagged });
  const [first, ...others] = rows;
  if (!first) return { header: [], rows: [], errors: errors.length > 0 ? errors : [{ line: 1, message: "The file is empty." }] };
  const ragged = isRagged ? [] : others.flatMap(({ line, cells }) => checkWidth(line, cells, first.cells.length));
  return { header: first.cells, headerLine: first.line, rows: others, errors: [...errors, ...ragged].sort((a, b) => a.line - b.line) };
}

interface CsvForm {
  /** Rows may differ in length. */
  readonly isRagged?: boolean;
}

interface Dialect {
  readonly isRagged: boolean;
  readonly newline: "\n" | "\r";
  readonly delimiter: string;
}

/** The separator declaration that Excel writes before a heading. */
const SAID = /^"?sep=([,;\t|])"?\r?\n/i;

/** The most frequent one in the heading outside quotes; a comma if there is none. */
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

/** After a broken line reading continues at the next one: a stray quote costs only its own line. */
function readRows(content: string, dialect: Dialect): { rows: CsvRow[]; errors: CsvError[] } {
  const rows: CsvRow[] = [];
  const errors: CsvError[] = [];
  let line = 1;
  for (let at = 0; at < content.length; ) {
    const lineEnd = content.indexOf(dialect.newline, at);
    const nextLine = lineEnd < 0 ? content.length : lineEnd + 1;
    const row = readRow(content, at, dialect);
    if (row === null || (row.end > nextLine && swallowsRows(row, content.slice(nextLine, row.end), rows[0], dialect))) {
      errors.push({ line, message: BROKEN_QUOTES });
      at = nextLine;
      line++;
      continue;
    }
    const raw = content.slice(at, row.end);
    if (raw.trim() !== "") rows.push({ line, cells: row.cells });
    line += countOf(raw, dialect.newline);
    at = row.end;
  }
  return { rows, errors };
}

interface ReadRow {
  readonly cells: string[];
  /** Start of the next row. */
  readonly end: number;
}

/** @returns null when its quotes do not match. */
function readRow(content: string, start: number, dialect: Dialect): ReadRow | null {
  const cells: string[] = [];
  for (let at = start; ; ) {
    const value = content[at] === '"' ? readQuoted(content, at, dialect) : readPlain(content, at, dialect);
    if (value === null) return null;
    cells.push(value.text);
    if (content[value.end] !== dialect.delimiter) return { cells, end: Math.min(value.end + 1, content.length) };
    at = value.end + 1;
  }
}

interface Value {
  readonly text: string;
  /** Position of the separator or line ending after it. */
  readonly end: number;
}

function readPlain(content: string, start: number, { newline, delimiter }: Dialect): Value {
  let end = start;
  while (end < content.length && content[end] !== delimiter && content[end] !== newline) end++;
  // In files with mixed line endings "\n" counts, and a "\r" before it belongs to the line ending.
  const isLast = content[end] !== delimiter;
  return { text: content.slice(start, isLast && content[end - 1] === "\r" && end > start ? end - 1 : end), end };
}

/**
 * An unescaped quote within one line is read literally; in a multi-line value it means that an earlier quote was stray.
 * @param start - position of its first quote. @returns null when its quotes do not match.
 */
function readQuoted(content: string, start: number, dialect: Dialect): Value | null {
  let isOdd = false;
  let hasLines = false;
  let from = start + 1;
  for (let quote = content.indexOf('"', from); quote >= 0; quote = content.indexOf('"', from)) {
    hasLines ||= content.slice(from, quote).includes(dialect.newline);
    if (isOdd && hasLines) return null;
    const end = content[quote + 1] === '"' ? -1 : endBehind(content, quote + 1, dialect);
    if (end >= 0) return { text: content.slice(start + 1, quote).replaceAll('""', '"'), end };
    const isDoubled = content[quote + 1] === '"';
    if (!isDoubled && hasLines) return null;
    isOdd ||= !isDoubled;
    from = quote + (isDoubled ? 2 : 1);
  }
  return null;
}

/** Position of the separator or line ending after a closing quote and spaces; -1 if something else follows, so that the quote closes nothing. */
function endBehind(content: string, start: number, { newline, delimiter }: Dialect): number {
  let end = start;
  while (content[end] === " ") end++;
  if (content[end] === "\r" && (content[end + 1] === newline || end + 1 === content.length)) end++;
  return end >= content.length || content[end] === newline || content[end] === delimiter ? end : -1;
}

/** Whether a multi-line value swallowed whole rows: the row is not as wide as the heading, and one of its further lines is. */
function swallowsRows(
  { cells }: ReadRow,
  further: string,
  heading: CsvRow | undefined,
  { newline, delimiter, isRagged }: Dialect,
): boolean {
  if (isRagged || !heading || heading.cells.length < 2 || cells.length === heading.cells.length) return false;
  return further.split(newline).some((line) => countOf(line, delimiter) >= heading.cells.length - 1);
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count++;
  return count;
}

/** Extra values only count when they are not empty. */
function checkWidth(line: number, cells: readonly string[], width: number): CsvError[] {
  const isWide = cells.slice(width).some((cell) => cell !== "");
  if (cells.length >= width && !isWide) return [];
  return [{ line, message: `This line has ${cells.length} values where the heading has ${width}; please check it.` }];
}

/** A file with CRLF line ends. Values are quoted where needed and otherwise unaltered: nothing is escaped against formulas, because passwords must survive a round trip (decision Z-23). */
export function writeCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map((cells) => `${writeRow(cells)}\r\n`).join("");
}

// A row of one empty value would be a blank line, which readers skip.
const writeRow = (cells: readonly string[]): string =>
  cells.length === 1 && cells[0]?.trim() === "" ? `"${cells[0]}"` : cells.map(writeCell).join(",");

/** Other separators, outer spaces and a leading byte order mark are quoted too: readers that guess stay right. */
const NEEDS_QUOTES = /[",\r\n;\t|]|^[\s\uFEFF]|\s$/;
const writeCell = (value: string): string => (NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
