/** The CSV export: the 37 specified columns in their order, then any other that KINDS names; one row per item of one's own, everything readable (specification 2 §9). */
import type { Item } from "../items/item.ts";
import { KIND_NAMES, type KindColumn, kindOf } from "../items/kinds.ts";
import { EXPORT_FILE_PREFIX } from "../product.ts";
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
}

export interface ExportPlan {
  readonly items: readonly Item[];
  /** Items of kinds that are left out; the dialog says how many. */
  readonly leftOut: number;
  /** Items that did not open; never exported silently as if they were whole. */
  readonly unreadable: number;
}

/** What an export will hold and what not. Items shared with the viewer are not theirs to export (decision I-11). */
export function planExport({ items, includeCards }: Omit<ExportRequest, "vaultNames">): ExportPlan {
  const own = items.filter(({ isOwner }) => isOwner);
  const wanted = own.filter(({ kind }) => includeCards || kindOf(kind).exported);
  const readable = wanted.filter(({ state }) => state === "intact");
  return { items: readable, leftOut: own.length - wanted.length, unreadable: wanted.length - readable.length };
}

export function exportCsv(request: ExportRequest): string {
  const rows = planExport(request).items.map((item) => exportRow(item, request.vaultNames));
  return writeCsv(EXPORT_COLUMNS, rows);
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
