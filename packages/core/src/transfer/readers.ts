/** READERS: the reader of each format, by the column `read` of SOURCES. Tried in this order: formats recognizable by their content come first. */
import type { Reader } from "./reader.ts";
import { backupReader } from "./readers/backup.ts";
import { columnsReader } from "./readers/columns.ts";
import { jsonReader, onePifReader, xmlReader } from "./readers/formats.ts";
import { labelledRowsReader } from "./readers/labelled-rows.ts";
import type { SOURCES, SourceId } from "./sources.ts";

export const READERS: Readonly<Record<(typeof SOURCES)[SourceId]["read"], Reader>> = {
  backup: backupReader,
  json: jsonReader,
  xml: xmlReader,
  lines: onePifReader,
  pairs: labelledRowsReader,
  columns: columnsReader,
};
