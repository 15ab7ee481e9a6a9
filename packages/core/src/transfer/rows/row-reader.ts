/** How a row of a program's table is read. */
import type { Entry } from "../formats/format.ts";
import type { NamedRow } from "./named-row.ts";

/** What a row of a program's file is. Whatever it does not take of the row is kept by whoever calls it. @param all - the rows of the file; only to be looked at. */
export type RowReader = (row: NamedRow, all: readonly NamedRow[]) => Entry;
