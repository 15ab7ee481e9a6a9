/** Files of no program, and our own. */
import { BACKUP_MAX_BYTES, PRODUCT_NAME } from "../../product.ts";
import { EXPORT_COLUMNS } from "../export.ts";
import type { ImportColumn, Source } from "../source.ts";

export const OWN_SOURCES = {
  other: {
    name: "CSV File",
    read: "columns",
    group: "other",
    supportedFormats: ["csv"],
    icon: "csv",
    columns: {
      ...(Object.fromEntries(EXPORT_COLUMNS.map((column) => [column, column])) as Record<string, ImportColumn>),
      ...{
        url: "website_url",
        website: "website_url",
        website_address: "website_url",
        site: "website_url",
        uri: "website_url",
        link: "website_url",
      },
      ...{
        login: "username",
        user: "username",
        user_name: "username",
        login_name: "username",
        login_username: "username",
        userid: "username",
      },
      ...{ login_password: "password", pass: "password", pwd: "password", login_uri: "website_url", login_totp: "totp" },
      ...{ note: "notes", comment: "notes", comments: "notes", extra: "notes", description: "notes" },
      ...{ totp: "totp", otpauth: "totp", otp: "totp", one_time_password: "totp", favorite: "favourite", fav: "favourite" },
      ...{ group: "folder", grouping: "folder", category: "folder" },
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
