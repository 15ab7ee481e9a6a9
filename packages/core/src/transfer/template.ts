/** The sample file one can fill in a spreadsheet: the columns of the export and one row of each type. */
import { KIND_NAMES, type KindName, kindOf } from "../items/kinds.ts";
import { writeCsv } from "./csv.ts";
import { EXPORT_COLUMNS, type ExportColumn } from "./export.ts";

export const TEMPLATE_FILE_NAME = "import-template.csv";

const SAMPLES: Record<KindName, Partial<Record<ExportColumn, string>>> = {
  password: {
    name: "Example login",
    folder: "Work",
    username: "ann@example.com",
    password: "change-me",
    website_url: "https://example.com",
    notes: "Any text",
  },
  note: { name: "Example note", notes: "The text of the note" },
  card: {
    name: "Example card",
    card_type: "credit",
    card_holder_name: "ANN EXAMPLE",
    card_number: "4111111111111111",
    expiration_date: "12/29",
    cvv: "123",
  },
  bank: {
    name: "Example account",
    bank_name: "Example Bank",
    account_type: "checking",
    account_number: "000123456789",
    routing_number: "110000000",
  },
  personal: {
    name: "Example person",
    title: "Ms",
    first_name: "Ann",
    last_name: "Example",
    email_address: "ann@example.com",
    city_town: "Springfield",
  },
};

export function templateCsv(): string {
  const rows = KIND_NAMES.map((kind) => {
    const sample: Partial<Record<ExportColumn, string>> = { ...SAMPLES[kind], type: kindOf(kind).csvType };
    return EXPORT_COLUMNS.map((column) => sample[column] ?? "");
  });
  return writeCsv(EXPORT_COLUMNS, rows);
}
