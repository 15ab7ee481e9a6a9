/** Ids that are bound to the maker of a record, and what the maker signs: no one claims what another made, not even towards a device that sees it first (security design §6). */
import { context } from "./context.ts";
import { bytesToUuid, concat, utf8, uuidToBytes } from "./encoding.ts";
import { sha256 } from "./primitives.ts";

const PREFIX = utf8("cf1/sig/made\0");

/**
 * A UUID of version 8.
 * @param print - fingerprint of the maker's public key, 32 bytes @param nonce - 16 random bytes
 */
export async function deriveBoundId(print: Uint8Array, nonce: Uint8Array): Promise<string> {
  const bytes = (await sha256(context("maker", print, nonce))).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytesToUuid(bytes);
}

/** Other ids are random: version 4. */
export const isBoundId = (id: string): boolean => id.charAt(14) === "8";

/** @returns the message that the maker signs */
export const madeMessage = (scopeId: string, recordId: string): Uint8Array<ArrayBuffer> =>
  concat(PREFIX, context("made", uuidToBytes(scopeId), uuidToBytes(recordId)));
