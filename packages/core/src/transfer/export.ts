/** The CSV export: the 37 specified columns in their order, then any other that KINDS names; one row per item of one's own, everything readable (specification 2 §9). */

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
/** The words a source's columns are translated into, too. */
export const EXPORT_COLUMNS = [...new Set<string>([...SPECIFIED_COLUMNS, ...columnsOfKinds])] as readonly ExportColumn[];

export interface ExportRequest {
  /** With all fields opened. */
  readonly items: readonly Item[];
  /** Names of vaults by id; an item of an unknown vault has no folder. */
  readonly vaultNames: ReadonlyMap<string, string>;
  /** Also the kinds that are normally left out (decision V-03). */
  readonly includeCards: boolean;
  /** Writes an apostrophe before what a spreadsheet would run as a formula. Such values are not what they were: the file is for looking at, not for importing. */
  readonly isSafeForSheets?: boolean;
}

export interface ExportPlan {
  readonly items: readonly Item[];
  /** Items of kinds that are left out; the dialog says how many. */
  readonly leftOut: number;
  /** Items that did not open; never exported silently as if they were whole. */
  readonly unreadable: number;
  /** What the items in the file have that no column of it holds, most first. */
  readonly behind: readonly Behind[];
}

export interface Behind {
  /** As the form calls it: "One-time code". */
  readonly label: string;
  /** Items that have it. */
  readonly count: number;
}

/** Of an item itself, not of a field. */
const FAVOURITE = "Favorite";

/** Fields that nobody would miss: they are computed, or say what every item of the kind says unless somebody chose. */
const isMissed = ({ column, derive, hidden, fallback }: Field): boolean =>
  column === undefined && derive !== "strength" && (!hidden || derive === "history") && !fallback;

function behindOf(items: readonly Item[]): Behind[] {
  const counts = new Map<string, number>();
  const add = (label: string): void => void counts.set(label, (counts.get(label) ?? 0) + 1);
  for (const { kind, fields, holds, favourite } of items) {
    const has = new Set(holds ?? Object.keys(fields).filter((name) => fields[name]));
    for (const [name, field] of Object.entries(kindOf(kind).fields)) if (has.has(name) && isMissed(field)) add(field.label);
    if (favourite) add(FAVOURITE);
  }
  return [...counts].map(([label, count]) => ({ label, count })).sort((a, b) => b.count - a.count);
}

/** What an export will hold and what not. Items shared with the viewer are not theirs to export (decision I-11). */
export function planExport({ items, includeCards }: Pick<ExportRequest, "items" | "includeCards">): ExportPlan {
  const own = items.filter(isOwnItem);
  const wanted = own.filter(({ kind }) => includeCards || kindOf(kind).exported);
  const readable = wanted.filter(({ state }) => state === "intact");
  return { items: readable, leftOut: own.length - wanted.length, unreadable: wanted.length - readable.length, behind: behindOf(readable) };
}

export function exportCsv(request: ExportRequest): string {
  const folders = folderNames(request.vaultNames);
  const rows = planExport(request).items.map((item) => exportRow(item, folders));
  return writeCsv(EXPORT_COLUMNS, request.isSafeForSheets ? rows.map((row) => row.map(asText)) : rows);
}

/** What spreadsheets take for a formula, or for the start of one in a further cell. */
const FORMULA = /^[=+\-@\t\r]/;
const asText = (value: string): string => (FORMULA.test(value) ? `'${value}` : value);

/** A table knows vaults by their names alone: of two that are named alike, the second gets a number, so that they stay two. */
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
