/** How large one record may be, whichever way it comes. */
import { AppError } from "@coffer/contract/errors";
import type { PutChange } from "@coffer/contract/record";
import { COMMIT_MAX_BYTES } from "@coffer/contract/vault";
import { REQUEST_MAX_BYTES } from "@coffer/core/constants";
import { type SQL, sql } from "drizzle-orm";
import { record } from "../db/tables.ts";

/** For the head and the plain columns that come with it. */
const REST_CHARS = 65_536;
/** One item is one request: otherwise no one could save it again, and lists would have to hold as much in memory as there is. */
const MAX_ITEM_CHARS = REQUEST_MAX_BYTES - REST_CHARS;
/** A save that a repair brings back and the database lacks: an earlier version may have taken it, and one such item must not stop the whole repair. */
export const MAX_RETURNING_CHARS = COMMIT_MAX_BYTES - REST_CHARS;
/** The names of all fields that one may have, and its maker's signature. */
const MAX_SEAL_CHARS = 32_768;

/**
 * How long its fields are together, where a stored one may be too large; else 0. Only an earlier version took such a one. Of what is sealed it is about as large as what
 * is sent, so that no content is read for any other.
 */
export const storedFieldChars: SQL<number> = sql<number>`case when pg_column_size(${record.fields}) + pg_column_size(${record.seal}) <= ${sql.raw(String(MAX_ITEM_CHARS))} then 0
  else (select coalesce(sum(length(value)), 0)::int from jsonb_each_text(${record.fields})) end`;

/**
 * @param stored - a large one may be saved, moved, restored and put under another key as large as it is; a seal grows with what it names
 * @throws AppError too_large
 */
export function refuseTooLarge(
  { fields, seal }: Pick<PutChange, "fields" | "seal">,
  stored: { readonly fieldChars: number } | undefined,
  most = MAX_ITEM_CHARS,
): void {
  const chars = Object.values(fields).reduce((sum, { length }) => sum + length, 0);
  const isAsStored = stored !== undefined && chars <= stored.fieldChars && seal.length <= MAX_SEAL_CHARS;
  if (chars + seal.length > most && !isAsStored) throw new AppError("too_large");
}
