/** Lines of a table that could not be taken apart are rows of it all the same: each has its number, and those after it keep theirs. */
import type { ImportReading } from "../candidate.ts";
import { BROKEN_QUOTES, type CsvError } from "../csv.ts";

/**
 * What was found in the rows of a table, with what stood in the way of taking it apart.
 * @param lines - where each row begins, in their order. @param errors - of the whole table.
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
