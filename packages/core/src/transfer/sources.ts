/**
 * SOURCES: the programs whose files can be imported. A row says what its columns mean in the words of our own export, and one reader serves them all; our own backups need no translation.
 * To add a source, add a row here and a real sample in fixtures/.
 */
import { BACKUP_MAX_BYTES, IMPORT_MAX_BYTES, PRODUCT_NAME } from "../product.ts";
import { EXPORT_COLUMNS, type ExportColumn } from "./export.ts";

/** What a source's columns are translated into: the columns of our own export, and the fields that it has none for, by their name. */
export type ImportColumn = ExportColumn | "totp";
export const IMPORT_COLUMNS: readonly ImportColumn[] = [...EXPORT_COLUMNS, "totp"];

export interface Source {
  readonly name: string;
  readonly group: "browser" | "manager" | "other" | "own";
  /** What reads its files: the columns below, or the reader of our own backups. */
  readonly read: "columns" | "backup";
  /** Its rows are whole items: one is in the vault already only when nothing differs. Of other sources the login decides (specification 3 §4). */
  readonly exact?: true;
  /** Largest file in bytes, where it is not `IMPORT_MAX_BYTES`. */
  readonly maxBytes?: number;
  readonly supportedFormats: readonly string[];
  /** Name of the picture the app draws for it. */
  readonly icon: string;
  /** Their column, ours. Case, spaces and underscores do not matter. */
  readonly columns: Readonly<Record<string, ImportColumn>>;
  /** Columns without which it is not a file of this source. */
  readonly required: readonly string[];
  /** Columns that hold nothing a person would miss. Any other unknown column is kept in the notes. */
  readonly ignored: readonly string[];
  /** How to get the file, in three sentences. */
  readonly howTo: readonly [string, string, string];
}

/** Headings of the first step (specification 3 §2), in their order. */
export const SOURCE_GROUPS = {
  browser: "From your browser",
  manager: "From another password manager",
  other: "From somewhere else",
  own: "From your own backup",
} as const satisfies Record<Source["group"], string>;

const CHROMIUM = {
  read: "columns",
  columns: { name: "name", url: "website_url", username: "username", password: "password", note: "notes" },
  required: ["name", "url", "username", "password"],
  ignored: [],
} as const;

export const SOURCES = {
  chrome: {
    ...CHROMIUM,
    name: "Chrome",
    group: "browser",
    supportedFormats: ["csv"],
    icon: "chrome",
    howTo: [
      "In Chrome, open the menu and choose Passwords and autofill, then Google Password Manager.",
      "Choose Settings, then Download file beside Export passwords, and save the file.",
      "Drop the file here, and delete it once the import is done: everybody who finds it can read it.",
    ],
  },
  firefox: {
    name: "Firefox",
    read: "columns",
    group: "browser",
    supportedFormats: ["csv"],
    icon: "firefox",
    columns: { url: "website_url", username: "username", password: "password" },
    required: ["url", "username", "password"],
    ignored: ["httpRealm", "formActionOrigin", "guid", "timeCreated", "timeLastUsed", "timePasswordChanged"],
    howTo: [
      "In Firefox, open the menu and choose Passwords.",
      "In the menu of that page choose Export passwords and save the file.",
      "Drop the file here, and delete it once the import is done: everybody who finds it can read it.",
    ],
  },
  edge: {
    ...CHROMIUM,
    name: "Microsoft Edge",
    group: "browser",
    supportedFormats: ["csv"],
    icon: "edge",
    howTo: [
      "In Edge, open the menu and choose Passwords, or go to edge://wallet/passwords.",
      "In the menu of that page choose Export passwords and save the file.",
      "Drop the file here, and delete it once the import is done: everybody who finds it can read it.",
    ],
  },
  safari: {
    name: "Safari",
    read: "columns",
    group: "browser",
    supportedFormats: ["csv"],
    icon: "safari",
    columns: { Title: "name", URL: "website_url", Username: "username", Password: "password", Notes: "notes", OTPAuth: "totp" },
    required: ["Title", "URL", "Username", "Password"],
    ignored: [],
    howTo: [
      "On a Mac, open Safari or the Passwords app and choose File.",
      "Choose Export Passwords, or Export All Passwords to File, and save the file.",
      "Drop the file here, and delete it once the import is done: everybody who finds it can read it.",
    ],
  },
  other: {
    name: "CSV File",
    read: "columns",
    group: "other",
    supportedFormats: ["csv"],
    icon: "csv",
    columns: {
      ...(Object.fromEntries(EXPORT_COLUMNS.map((column) => [column, column])) as Record<string, ImportColumn>),
      url: "website_url",
      website: "website_url",
      login: "username",
      note: "notes",
      totp: "totp",
      otpauth: "totp",
    },
    required: ["name"],
    ignored: [],
    howTo: [
      "Download the sample, open it in a spreadsheet and do not change the column names.",
      "Use only the types password, note, personal_details, card_details and bank_details, and fill the fields relevant to each type.",
      "Save it as .csv, drop it here, and delete it once the import is done.",
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

export type SourceId = keyof typeof SOURCES;
export const SOURCE_IDS = Object.keys(SOURCES) as readonly SourceId[];
export const isSourceId = (id: string): id is SourceId => Object.hasOwn(SOURCES, id);
/** The row of a source, seen as its general shape. */
export const sourceOf = (id: SourceId): Source => SOURCES[id];

export const maxBytesOf = (id: SourceId): number => sourceOf(id).maxBytes ?? IMPORT_MAX_BYTES;

/** A column name as it is compared. */
export const columnKey = (header: string): string => header.toLowerCase().replace(/[\s_-]/g, "");

/** Which of our columns each cell of a row goes to; null where the source does not say. A column named twice counts the first time. */
export function readHeader(source: Source, header: readonly string[]): readonly (ImportColumn | null)[] {
  const known = new Map(Object.entries(source.columns).map(([theirs, ours]) => [columnKey(theirs), ours]));
  const taken = new Set<ImportColumn>();
  return header.map((name) => {
    const column = known.get(columnKey(name));
    if (!column || taken.has(column)) return null;
    taken.add(column);
    return column;
  });
}

export const hasRequiredColumns = (source: Source, header: readonly string[]): boolean => {
  const present = new Set(header.map(columnKey));
  return source.required.every((name) => present.has(columnKey(name)));
};
