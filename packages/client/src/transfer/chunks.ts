/** Divides an import into chunks that the server accepts, each one commit. */
import { api } from "@coffer/contract/api";
import { IMPORT_CHUNK_ITEMS, REQUEST_MAX_BYTES } from "@coffer/core/constants";
import { kindOf } from "@coffer/core/items/kinds";
import type { Candidate } from "@coffer/core/transfer/import";

/** A quarter of the server's limit, so that little is lost when a slow connection breaks. */
export const CHUNK_MAX_BYTES = Math.floor((api.transfer.batch.maxBytes ?? REQUEST_MAX_BYTES) / 4);

/** What sealing adds to a text: padding of at most 256 bytes, header, nonce and tag (crypto/seal.ts), and the JSON around it. */
const SEALING_BYTES = 400;
/** Ids, the record's own seal, colours and names of one row. */
const ROW_BYTES = 2_048;

/** As counted, not encoded: that took longer than all else of dividing a file. Half of a surrogate pair is sealed as U+FFFD, which has three bytes. */
export function lengthInUtf8(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    // A pair is two units that are four bytes together.
    const isPair = (code & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    bytes += code < 0x800 ? 1 : 2;
    if (isPair) at++;
  }
  return bytes;
}

/** An upper bound of the bytes a row takes in the body of a batch: every field of its kind that may be sealed, in base64. */
export function sealedBytes({ kind, fields }: Pick<Candidate, "kind" | "fields">): number {
  const texts = Object.entries(kindOf(kind).fields).map(([name, { required, derive }]) =>
    fields[name] || required || derive ? lengthInUtf8(fields[name] ?? "") + SEALING_BYTES : 0,
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
