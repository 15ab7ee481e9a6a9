/** Generic CSV files, and our own backups. */
import { BACKUP_MAX_BYTES, PRODUCT_NAME } from "../../constants.ts";
import { EXPORT_COLUMNS } from "../export.ts";
import { DELETE_IT, type ImportColumn, NO_COLUMNS, type Source } from "../source.ts";
import { columnSynonyms, FALLBACK_COLUMNS } from "./column-synonyms.ts";

export const OWN_SOURCES = {
  other: {
    name: "CSV File",
    read: "columns",
    group: "other",
    supportedFormats: ["csv"],
    icon: "csv",
    columns: {
      ...(Object.fromEntries(EXPORT_COLUMNS.map((column) => [column, column])) as Record<string, ImportColumn>),
      ...columnSynonyms(),
    },
    required: [],
    oneOf: ["password", "totp", "cvv"],
    instead: FALLBACK_COLUMNS,
    ignored: [],
    howTo: [
      "Download the sample, open it in a spreadsheet and do not change the column names.",
      "Use only the types password, note, personal_details, card_details and bank_details, and fill the fields relevant to each type.",
      "Save it as .csv, drop it here, and delete it once the import is done.",
    ],
  },
  "cxf-json": {
    name: "Credential Exchange (CXF)",
    read: "json",
    format: "cxf",
    group: "other",
    supportedFormats: ["json"],
    maxBytes: BACKUP_MAX_BYTES,
    icon: "csv",
    ...NO_COLUMNS,
    howTo: [
      "Passkeys come along in this format of the FIDO Alliance, which more and more password managers write.",
      "In the other program, export without encryption, and choose CXF or Credential Exchange.",
      DELETE_IT,
    ],
  },
  coffer: {
    name: `${PRODUCT_NAME} Backup`,
    group: "own",
    read: "backup",
    exact: true,
    maxBytes: BACKUP_MAX_BYTES,
    supportedFormats: ["json"],
    icon: "coffer",
    columns: {},
    required: [],
    ignored: [],
    howTo: [
      `In ${PRODUCT_NAME}, choose Export File and one of the JSON formats.`,
      "Drop the file here; if it is encrypted, you are asked for the password you gave it.",
      "Everything comes back: items, vaults, favorites, tags, codes and earlier passwords.",
    ],
  },
} as const satisfies Record<string, Source>;
