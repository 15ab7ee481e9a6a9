/** Lines that could not be parsed still count as rows: each gets a number, and the rows after it keep theirs. */
import type { ImportReading } from "../candidate.ts";
import { BROKEN_QUOTES, type CsvError } from "../csv.ts";

/**
 * Adds the parse errors of a table to the reading of its rows.
 * @param lines - first line of each row, in order. @param errors - of the whole table.
 */
export function withBrokenRows(reading: ImportReading, lines: readonly number[], errors: readonly CsvError[]): ImportReading {
  const broken = errors.filter(({ message }) => message === BROKEN_QUOTES);
  const all = { ...reading, errors: [...reading.errors, ...errors].sort((a, b) => a.line - b.line) };
  if (broken.length === 0) return all;
  const sorted = [...lines, ...broken.map(({ line }) => line)].sort((a, b) => a - b);
  const placeOf = new Map(sorted.map((line, index) => [line, index + 1]));
  const counted = (row: number): number => placeOf.get(lines[row - 1] ?? 0) ?? row;
  const refused = [
    ...reading.refused.map(({ row, message }) => ({ row: counted(row), message })),
    ...broken.map(({ line, message }) => ({ row: placeOf.get(line) ?? line, message })),
  ];
  return {
    ...all,
    candidates: reading.candidates.map((one) => ({ ...one, row: counted(one.row), id: `row-${counted(one.row)}` })),
    refused: refused.sort((a, b) => a.row - b.row),
  };
}
