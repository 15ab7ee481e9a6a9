/** Public Ed25519 keys under which a signature proves nothing: anyone can make one that fits, without any secret. */

const P_MINUS_1 = `ec${"ff".repeat(30)}7f`;
/** Encodings of the points of order 1, 2, 4 and 8 with their sign taken off, little-endian (https://cr.yp.to/ecdh.html, libsodium's list). */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  "00".repeat(32),
  `01${"00".repeat(31)}`,
  P_MINUS_1,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
]);

/** Numbers from 2^255 - 19 on are second spellings of small ones. */
const isSecondSpelling = (y: string): boolean => y.slice(2) === P_MINUS_1.slice(2) && y > P_MINUS_1;

/** @param key - 32 bytes */
export function isWeakSigningKey(key: Uint8Array): boolean {
  const y = [...key.slice(0, 31), (key[31] ?? 0) & 0x7f].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return SMALL_ORDER.has(y) || isSecondSpelling(y);
}
