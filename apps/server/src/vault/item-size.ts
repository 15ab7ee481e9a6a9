/** How large one record may be, whichever way it comes. */
import { AppError } from "@coffer/contract/errors";
import type { PutChange } from "@coffer/contract/record";
import { REQUEST_MAX_BYTES } from "@coffer/core/constants";
import { type SQL, sql } from "drizzle-orm";
import { record } from "../db/tables.ts";

/** One item is one request, with a head and its plain columns: otherwise no one could save it again, and lists would have to hold as much in memory as there is. */
const MAX_ITEM_CHARS = REQUEST_MAX_BYTES - 65_536;

/** Whether one that is stored is larger: by an earlier version. Of what is sealed it is as large as what is sent, and no content is read for it. */
export const isStoredLarge: SQL<boolean> = sql<boolean>`pg_column_size(${record.fields}) + pg_column_size(${record.seal}) > ${sql.raw(String(MAX_ITEM_CHARS))}`;

/** @param stored - a large one may be moved, restored and put under another key as it is @throws AppError too_large */
export function refuseTooLarge(
  { fields, seal }: Pick<PutChange, "fields" | "seal">,
  stored: { readonly isLarge: boolean } | undefined,
): void {
  const size = Object.values(fields).reduce((sum, { length }) => sum + length, seal.length);
  if (size > MAX_ITEM_CHARS && !stored?.isLarge) throw new AppError("too_large");
}
