/**
 * SOURCES: the programs whose files can be imported. A row says how its columns and its types are called in the words of our own export, and which of READERS
 * (readers.ts) reads its format; our own backups need no translation. To add a source, add a row here and a real sample in fixtures/; one of a new format
 * needs a reader, too.
 */
import { BACKUP_MAX_BYTES, IMPORT_MAX_BYTES, PRODUCT_NAME } from "../product.ts";
import { EXPORT_COLUMNS } from "./export.ts";
import type { ImportColumn, Source } from "./source.ts";

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
  required: ["url", "username", "password"],
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
    rowRules: [
      {
        column: "website_url",
        matches: /^chrome:\/\/FirefoxAccounts/i,
        message: "This line is Firefox's own key for its sync, no login of yours; it was left out.",
      },
    ],
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
  lastpass: {
    name: "LastPass",
    read: "columns",
    group: "manager",
    supportedFormats: ["csv"],
    icon: "lastpass",
    columns: {
      url: "website_url",
      username: "username",
      password: "password",
      totp: "totp",
      extra: "notes",
      name: "name",
      grouping: "folder",
      fav: "favourite",
    },
    required: ["url", "username", "password", "extra", "grouping"],
    rowRules: [
      {
        column: "notes",
        matches: /^NoteType:/,
        kind: "note",
        drops: "website_url",
        message: "LastPass keeps a form in this note (a card, an account, an address); every line of it was kept as the text of a note.",
      },
      { column: "website_url", matches: /^http:\/\/sn\/?$/i, kind: "note", drops: "website_url" },
    ],
    ignored: [],
    howTo: [
      "In the LastPass extension or vault, choose Account, then Fix a problem yourself, then Export vault items.",
      "Choose Export data for use anywhere, confirm with your master password, and save the file as .csv.",
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
    required: [],
    nameInstead: "title",
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
