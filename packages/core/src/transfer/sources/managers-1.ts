/** 1Password, of all its versions. */
import { BACKUP_MAX_BYTES } from "../../constants.ts";
import { DELETE_IT, NO_COLUMNS, type Source } from "../source.ts";

export const MANAGERS_1 = {
  "1password-1pux": {
    name: "1Password (1PUX)",
    group: "manager",
    read: "json",
    format: "onePux",
    supportedFormats: ["1pux", "zip", "json"],
    maxBytes: BACKUP_MAX_BYTES,
    icon: "onepassword",
    ...NO_COLUMNS,
    howTo: [
      "In 1Password 8, open the menu, choose Export and then the account.",
      "Choose 1PUX, confirm with your password, and save the file.",
      DELETE_IT,
    ],
  },
  "1password-1pif": {
    name: "1Password (1PIF)",
    group: "manager",
    read: "lines",
    format: "onePif",
    supportedFormats: ["1pif", "zip"],
    maxBytes: BACKUP_MAX_BYTES,
    icon: "onepassword",
    ...NO_COLUMNS,
    howTo: [
      "In 1Password 7 or earlier, choose File, then Export, then All items.",
      "Choose 1Password Interchange Format (.1pif), and save it; in it is a file data.1pif.",
      DELETE_IT,
    ],
  },
  "1password-csv": {
    name: "1Password (CSV)",
    group: "manager",
    read: "columns",
    tables: [
      {
        reader: "onePasswordRow",
        required: ["Title", "Password", "Favorite", "Archived"],
        headings: ["Url", "Username", "OTPAuth", "Tags", "Notes", "Website", "Type", "Vault"],
      },
      {
        reader: "onePasswordRow",
        required: ["Title", "Password", "Favorite status", "Archived status"],
        headings: ["Website", "Username", "One-time password", "Tags", "Notes"],
      },
      {
        reader: "onePasswordRow",
        required: ["title", "password", "scope", "Created Date", "Modified Date"],
        headings: ["notes", "tags", "url", "username", "type", "cardholder name(cardholder)", "number(ccnum)", "first name(firstname)"],
        ignored: ["scope", "Created Date", "Modified Date"],
        escapes: "quotes",
      },
      {
        reader: "onePasswordRow",
        required: ["title", "password", "scope"],
        headings: ["uuid", "notes", "autosubmit", "tags", "url", "urls", "username", "type", "location", "one-time password"],
        ignored: ["uuid", "scope", "autosubmit"],
      },
      {
        reader: "onePasswordRow",
        required: ["title", "password", "ainfo"],
        headings: ["uuid", "notes", "autosubmit", "tags", "url", "urls", "username", "type", "location", "scope"],
        ignored: ["uuid", "scope", "autosubmit"],
      },
      {
        reader: "onePasswordRow",
        required: ["title", "password"],
        headings: ["website", "url", "username", "one-time password", "notes", "type", "tags", "uuid"],
        ignored: ["uuid", "scope", "autosubmit"],
        isPlain: true,
      },
    ],
    supportedFormats: ["csv"],
    icon: "onepassword",
    ...NO_COLUMNS,
    howTo: [
      "In 1Password, choose File or the menu, then Export.",
      "Choose CSV, confirm with your password, and save the file; 1PUX holds more.",
      DELETE_IT,
    ],
  },
} as const satisfies Record<string, Source>;
