/** The sample file to fill in a spreadsheet: the export's columns and one row of each type, from KINDS. */
import { KIND_NAMES, kindOf } from "../items/kinds.ts";
import { writeCsv } from "./csv.ts";
import { EXPORT_COLUMNS } from "./export.ts";

export const TEMPLATE_FILE_NAME = "import-template.csv";
/** In the first row, to show how to assign a vault. */
const SAMPLE_FOLDER = "Work";

export function templateCsv(): string {
  const rows = KIND_NAMES.map((kind, index) => {
    const { csvType, sample, fields } = kindOf(kind);
    const cells = new Map([
      ["type", csvType],
      ["folder", index === 0 ? SAMPLE_FOLDER : ""],
    ]);
    for (const [name, { column }] of Object.entries(fields)) if (column) cells.set(column, sample[name] ?? "");
    return EXPORT_COLUMNS.map((column) => cells.get(column) ?? "");
  });
  return writeCsv(EXPORT_COLUMNS, rows);
}
