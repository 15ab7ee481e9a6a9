/** How large one record may be, whichever way it comes. */
import { AppError } from "@coffer/contract/errors";
import { isTooLarge, MAX_ITEM_CHARS, MAX_SEAL_CHARS, REST_CHARS } from "@coffer/contract/item-size";
import type { PutChange } from "@coffer/contract/record";
import { COMMIT_MAX_BYTES } from "@coffer/contract/vault";
import { type SQL, sql } from "drizzle-orm";
import { record } from "../db/tables.ts";

/** A save that a repair brings back and the database lacks: an earlier version may have taken it, and one such item must not stop the whole repair. */
export const MAX_RETURNING_CHARS = COMMIT_MAX_BYTES - REST_CHARS;
/** With a longer seal none of these is too large. Counted up to the limit, a writer could fill an item so that no next key is taken: seals that are made again grow. */
const FAR_FROM_TOO_LARGE = MAX_ITEM_CHARS - MAX_SEAL_CHARS;

/**
 * How long its fields are together, where a stored one may be too large, or become so by its seal; else 0. Of what is sealed it is about as large as what is sent, so that no
 * content is read for any other.
 */
export const storedFieldChars: SQL<number> = sql<number>`case when pg_column_size(${record.fields}) + pg_column_size(${record.seal}) <= ${sql.raw(String(FAR_FROM_TOO_LARGE))} then 0
  else (select coalesce(sum(length(value)), 0)::int from jsonb_each_text(${record.fields})) end`;

/** @param stored - what it takes the place of @throws AppError too_large */
export function refuseTooLarge(
  put: Pick<PutChange, "fields" | "seal">,
  stored: { readonly fieldChars: number } | undefined,
  most = MAX_ITEM_CHARS,
): void {
  if (isTooLarge(put, stored?.fieldChars, most)) throw new AppError("too_large");
}
