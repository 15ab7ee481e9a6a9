/** The CSV export: the 37 specified columns in their order, then any other that KINDS names; one row per item the user owns, in plaintext (specification 2 §9). */

import { EXPORT_FILE_PREFIX } from "../constants.ts";
import { type Item, isOwnItem } from "../items/item.ts";
import { type Field, KIND_NAMES, type KindColumn, kindOf } from "../items/kinds.ts";
import { writeCsv } from "./csv.ts";

const SPECIFIED_COLUMNS = [
  "type",
  "name",
  "folder",
  "username",
  "password",
  "website_url",
  "notes",
  "title",
  "first_name",
  "middle_name",
  "last_name",
  "gender",
  "birthday",
  "email_address",
  "phone",
  "address_1",
  "address_2",
  "city_town",
  "state",
  "country",
  "zip_postal_code",
  "timezone",
  "card_type",
  "card_holder_name",
  "card_number",
  "expiration_date",
  "cvv",
  "pin",
  "postal_code",
  "bank_name",
  "account_type",
  "routing_number",
  "account_number",
  "swift_code",
  "iban_number",
  "branch_address",
  "branch_phone",
] as const;
export type ExportColumn = (typeof SPECIFIED_COLUMNS)[number] | KindColumn;

const columnsOfKinds = KIND_NAMES.flatMap((kind) => Object.values(kindOf(kind).fields).flatMap(({ column = [] }) => column));
/** Import sources map their columns to these names too. */
export const EXPORT_COLUMNS = [...new Set<string>([...SPECIFIED_COLUMNS, ...columnsOfKinds])] as readonly ExportColumn[];

export interface ExportRequest {
  /** With all fields opened. */
  readonly items: readonly Item[];
  /** Vault names by id; an item of an unknown vault has no folder. */
  readonly vaultNames: ReadonlyMap<string, string>;
  /** Includes the kinds that are normally left out (decision V-03). */
  readonly includeCards: boolean;
  /** Writes an apostrophe before values that a spreadsheet would run as a formula. This changes the values: the file is for viewing, not for importing. */
  readonly isSafeForSheets?: boolean;
}

export interface ExportPlan {
  readonly items: readonly Item[];
  /** Number of items of left-out kinds, shown in the dialog. */
  readonly leftOut: number;
  /** Items that did not open; never silently exported as if complete. */
  readonly unreadable: number;
  /** Values of the exported items that have no column, most frequent first. */
  readonly behind: readonly Behind[];
}

export interface Behind {
  /** The label in the form: "One-time code". */
  readonly label: string;
  /** Number of items with it. */
  readonly count: number;
}

/** A property of the item, not a field. */
const FAVOURITE = "Favorite";

/** Whether leaving out a field loses something: not for computed fields and those with a default value. */
const isMissed = ({ column, derive, hidden, fallback }: Field): boolean =>
  column === undefined && derive !== "strength" && (!hidden || derive === "history" || derive === "others") && !fallback;

/** @param isLeft - whether a format has no place for the field, @param isFavouriteLeft - nor for the mark */
export function behindOf(items: readonly Item[], isLeft: (field: Field) => boolean, isFavouriteLeft: boolean): Behind[] {
  const counts = new Map<string, number>();
  const add = (label: string): void => void counts.set(label, (counts.get(label) ?? 0) + 1);
  for (const { kind, fields, holds, favourite } of items) {
    const has = new Set(holds ?? Object.keys(fields).filter((name) => fields[name]));
    for (const [name, field] of Object.entries(kindOf(kind).fields)) if (has.has(name) && isLeft(field)) add(field.label);
    if (favourite && isFavouriteLeft) add(FAVOURITE);
  }
  return [...counts].map(([label, count]) => ({ label, count })).sort((a, b) => b.count - a.count);
}

/** What an export will contain. Items shared with the user are not exported (decision I-11). */
export function planExport({ items, includeCards }: Pick<ExportRequest, "items" | "includeCards">): ExportPlan {
  const own = items.filter(isOwnItem);
  const wanted = own.filter(({ kind }) => includeCards || kindOf(kind).exported);
  const readable = wanted.filter(({ state }) => state === "intact");
  return {
    items: readable,
    leftOut: own.length - wanted.length,
    unreadable: wanted.length - readable.length,
    behind: behindOf(readable, isMissed, true),
  };
}

export function exportCsv(request: ExportRequest): string {
  const folders = folderNames(request.vaultNames);
  const rows = planExport(request).items.map((item) => exportRow(item, folders));
  return writeCsv(EXPORT_COLUMNS, request.isSafeForSheets ? rows.map((row) => row.map(asText)) : rows);
}

/** Values that spreadsheets treat as a formula, or as the start of one in another cell. */
const FORMULA = /^[=+\-@\t\r]/;
const asText = (value: string): string => (FORMULA.test(value) ? `'${value}` : value);

/** A CSV identifies vaults only by name: the second of two with the same name gets a number, so that they stay apart. */
function folderNames(vaultNames: ExportRequest["vaultNames"]): ExportRequest["vaultNames"] {
  const taken = new Set<string>();
  const folders = new Map<string, string>();
  for (const [id, name] of vaultNames) {
    let folder = name;
    for (let nth = 2; taken.has(folder.trim()); nth++) folder = `${name.trim()} (${nth})`;
    taken.add(folder.trim());
    folders.set(id, folder);
  }
  return folders;
}

function exportRow({ kind, fields, categoryId }: Item, vaultNames: ExportRequest["vaultNames"]): string[] {
  const table = kindOf(kind);
  const values = new Map<string, string>([
    ["type", table.csvType],
    ["folder", (categoryId && vaultNames.get(categoryId)) || ""],
  ]);
  for (const [name, { column }] of Object.entries(table.fields)) if (column) values.set(column, fields[name] ?? "");
  return EXPORT_COLUMNS.map((column) => values.get(column) ?? "");
}

/** "coffer-export-2025-01-05.csv"; the date is that of UTC, as ISO dates are written. @param now - milliseconds since 1970. */
export const exportFileName = (now: number, extension: "csv" | "json"): string =>
  `${EXPORT_FILE_PREFIX}-${new Date(now).toISOString().slice(0, 10)}.${extension}`;
