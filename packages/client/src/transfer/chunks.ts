/** Divides an import into chunks that the server accepts, each one commit. */
import { api } from "@coffer/contract/api";
import { IMPORT_CHUNK_ITEMS, REQUEST_MAX_BYTES } from "@coffer/core/constants";
import { kindOf } from "@coffer/core/items/kinds";
import type { Candidate } from "@coffer/core/transfer/import";
import { utf8 } from "@coffer/crypto";

/** A quarter of the server's limit, so that little is lost when a slow connection breaks. */
export const CHUNK_MAX_BYTES = Math.floor((api.transfer.batch.maxBytes ?? REQUEST_MAX_BYTES) / 4);

/** What sealing adds to a text: padding of at most 256 bytes, header, nonce and tag (crypto/seal.ts), and the JSON around it. */
const SEALING_BYTES = 400;
/** Ids, the record's own seal, colours and names of one row. */
const ROW_BYTES = 2_048;

/** An upper bound of the bytes a row takes in the body of a batch: every field of its kind that may be sealed, in base64. */
export function sealedBytes({ kind, fields }: Pick<Candidate, "kind" | "fields">): number {
  const texts = Object.entries(kindOf(kind).fields).map(([name, { required, derive }]) =>
    fields[name] || required || derive ? utf8(fields[name] ?? "").length + SEALING_BYTES : 0,
  );
  return texts.reduce((sum, bytes) => sum + Math.ceil((bytes * 4) / 3), ROW_BYTES);
}

/** In the order of the file, each small enough for one call; measured one at a time, because measuring all at once would block the page. */
export function* chunksOf(candidates: readonly Candidate[]): Generator<Candidate[]> {
  let chunk: Candidate[] = [];
  let size = 0;
  for (const candidate of candidates) {
    const bytes = sealedBytes(candidate);
    if (chunk.length > 0 && (chunk.length >= IMPORT_CHUNK_ITEMS || size + bytes > CHUNK_MAX_BYTES)) {
      yield chunk;
      chunk = [];
      size = 0;
    }
    chunk.push(candidate);
    size += bytes;
  }
  if (chunk.length > 0) yield chunk;
}
