/** The source of randomness: one function, always passed as an argument, so that tests and pinned vectors can control it. */
import { bytesToUuid } from "./encoding.ts";

/** Returns that many random bytes. */
export type Random = (length: number) => Uint8Array;

/** Maximum bytes per call of `getRandomValues` (Web Cryptography API). */
const CHUNK_BYTES = 65_536;

export const randomBytes: Random = (length) => {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += CHUNK_BYTES) crypto.getRandomValues(bytes.subarray(at, at + CHUNK_BYTES));
  return bytes;
};

/** UUID version 4 in lower case. */
export function generateId(random: Random = randomBytes): string {
  const bytes = new Uint8Array(random(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytesToUuid(bytes);
}
