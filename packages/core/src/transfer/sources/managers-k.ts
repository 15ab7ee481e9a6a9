/** KeePass and its relatives, and Keeper. */
import { BACKUP_MAX_BYTES } from "../../constants.ts";
import { DELETE_IT, NO_COLUMNS, type Source } from "../source.ts";

export const MANAGERS_K = {
  "keepass-kdbx": {
    name: "KeePass (KDBX)",
    group: "manager",
    read: "xml",
    format: "kdbx",
    supportedFormats: ["kdbx"],
    maxBytes: BACKUP_MAX_BYTES,
    icon: "keepass",
    ...NO_COLUMNS,
    howTo: [
      "Take the .kdbx file of KeePass, KeePassXC, KeePassDX or Strongbox as it is.",
      "You are asked for its password, and for its key file if it has one.",
      "It is opened on this device; no one else sees its password.",
    ],
  },
  "keepass2-xml": {
    name: "KeePass 2 (XML)",
    group: "manager",
    read: "xml",
    format: "keepass",
    supportedFormats: ["xml"],
    maxBytes: BACKUP_MAX_BYTES,
    icon: "keepass",
    ...NO_COLUMNS,
    howTo: [
      "In KeePass 2, choose File, then Export, then KeePass XML (2.x); KeePassXC has XML under Database, Export, too.",
      "Save the file.",
      DELETE_IT,
    ],
  },
  "keepass1-csv": {
    name: "KeePass 1 (CSV)",
    group: "manager",
    read: "columns",
    tables: [
      {
        reader: "keePass1",
        required: ["Account", "Login Name", "Password", "Web Site", "Comments"],
        headings: ["Group", "Group Tree"],
        escapes: "all",
      },
    ],
    supportedFormats: ["csv"],
    icon: "keepass",
    ...NO_COLUMNS,
    howTo: ["In KeePass, choose File, then Export, then KeePass CSV (1.x).", "Save the file; the .kdbx file itself holds more.", DELETE_IT],
  },
  "keepassxc-csv": {
    name: "KeePassXC (CSV)",
    group: "manager",
    read: "columns",
    tables: [
      {
        reader: "keePassXc",
        required: ["Group", "Title", "Username", "Password", "URL", "Notes"],
        headings: ["TOTP", "Icon", "Last Modified", "Created", "Tags"],
        ignored: ["Icon"],
      },
    ],
    supportedFormats: ["csv"],
    icon: "keepassxc",
    ...NO_COLUMNS,
    howTo: ["In KeePassXC, choose Database, then Export, then CSV file.", "Save the file; the .kdbx file itself holds more.", DELETE_IT],
  },
  "keeper-json": {
    name: "Keeper (JSON)",
    group: "manager",
    read: "json",
    format: "keeper",
    supportedFormats: ["json"],
    maxBytes: BACKUP_MAX_BYTES,
    icon: "keeper",
    ...NO_COLUMNS,
    howTo: ["In Keeper's web vault or desktop app, open Settings, then Export.", "Choose Export to .json, and save the file.", DELETE_IT],
  },
  "keeper-csv": {
    name: "Keeper (CSV)",
    group: "manager",
    read: "pairs",
    format: "keeperPairs",
    supportedFormats: ["csv"],
    icon: "keeper",
    ...NO_COLUMNS,
    howTo: [
      "In Keeper's web vault or desktop app, open Settings, then Export.",
      "Choose Export to .csv, and save the file; .json holds more.",
      DELETE_IT,
    ],
  },
} as const satisfies Record<string, Source>;
