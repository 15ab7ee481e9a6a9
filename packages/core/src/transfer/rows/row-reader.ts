/** Reads a row of a program's table. */
import type { Entry } from "../formats/format.ts";
import type { NamedRow } from "./named-row.ts";

/** Reads a row. The caller keeps the values that it does not take. @param all - the rows of the file, read-only. */
export type RowReader = (row: NamedRow, all: readonly NamedRow[]) => Entry;
