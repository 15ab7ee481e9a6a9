/** How large one record may be: the server refuses a larger one, and a client that saves many at once names it before. */
import { REQUEST_MAX_BYTES } from "@coffer/core/constants";
import type { SealedRecord } from "./record.ts";

/** For the head and the plain columns that come with it. */
export const REST_CHARS = 65_536;
/** One item is one request: otherwise no one could save it again, and lists would have to hold as much in memory as there is. */
export const MAX_ITEM_CHARS = REQUEST_MAX_BYTES - REST_CHARS;
/** The names of all fields that one may have, and its maker's signature. */
export const MAX_SEAL_CHARS = 32_768;

type Texts = Pick<SealedRecord, "seal" | "fields">;

export const fieldChars = ({ fields }: Pick<Texts, "fields">): number => Object.values(fields).reduce((sum, { length }) => sum + length, 0);

/** @param stored - how long the fields are now: a large one may be saved, moved, restored and put under another key as large as it is; a seal grows with what it names */
export function isTooLarge(put: Texts, stored: number | undefined, most = MAX_ITEM_CHARS): boolean {
  const chars = fieldChars(put);
  const isAsStored = stored !== undefined && chars <= stored && put.seal.length <= MAX_SEAL_CHARS;
  return chars + put.seal.length > most && !isAsStored;
}
