/** The recovery key: 20 random bytes that the user keeps on paper, in a format that tolerates common reading and typing mistakes. */
import { context } from "./context.ts";
import { uuidToBytes } from "./encoding.ts";
import { deriveKey, type SecretKey } from "./keys.ts";
import { type Random, randomBytes } from "./random.ts";

const KEY_BYTES = 20;
const KEY_CHARS = 32;
const CHECK_CHARS = 2;
const GROUP_CHARS = 4;
const BITS_PER_CHAR = 5;

/** Crockford's base 32: no I, L, O, U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Characters that are mistaken for one of the alphabet. */
const LOOKALIKES: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1" };

/**
 * The check is the 160-bit number modulo this prime, as two characters. A prime below 32² modulo which 32 has order 68 (more than the key's
 * length): any one wrong character and any two exchanged ones are found.
 */
const CHECK_MODULUS = 1021;

/** @returns the 20 bytes, and their text: `XXXX-XXXX-…-XXXX-CC`, 32 characters and 2 of check, to be shown once. */
export function generateRecoveryKey(random: Random = randomBytes): { bytes: Uint8Array; text: string } {
  const bytes = random(KEY_BYTES);
  if (bytes.length !== KEY_BYTES) throw new RangeError("A recovery key has 20 bytes");
  const values = toValues(bytes);
  const chars = [...values, ...checkOf(values)].map((value) => ALPHABET.charAt(value)).join("");
  return { bytes, text: chars.match(new RegExp(`.{1,${GROUP_CHARS}}`, "g"))?.join("-") ?? "" };
}

/**
 * Reads what a person typed: any case, spaces and dashes anywhere, O for 0, I and L for 1.
 * @returns the 20 bytes, or null when a character is foreign, the length is wrong or the check does not agree.
 */
export function parseRecoveryKey(text: string): Uint8Array | null {
  const chars = text.replace(/[\s\p{Dash}]/gu, "").split("");
  if (chars.length !== KEY_CHARS + CHECK_CHARS) return null;
  const values = chars.map(symbolValue);
  if (values.includes(-1)) return null;
  const key = values.slice(0, KEY_CHARS);
  const check = checkOf(key);
  return values.slice(KEY_CHARS).every((value, i) => value === check[i]) ? toBytes(key) : null;
}

/** The key that wraps the vault key's recovery copy. @param bytes the recovery key's 20 bytes. */
export async function deriveRecoveryWrap(bytes: Uint8Array, accountId: string): Promise<SecretKey> {
  return deriveKey(checked(bytes), context("recovery-wrap", uuidToBytes(accountId)));
}

/** 32 bytes that prove possession of the recovery key; the server keeps their SHA-256. @param bytes the recovery key's 20 bytes. */
export async function deriveRecoveryAuth(bytes: Uint8Array, accountId: string): Promise<Uint8Array> {
  return deriveKey(checked(bytes), context("recovery-auth", uuidToBytes(accountId)));
}

function checked(bytes: Uint8Array): Uint8Array {
  if (bytes.length !== KEY_BYTES) throw new RangeError("A recovery key has 20 bytes");
  return bytes;
}

function symbolValue(char: string): number {
  const upper = /^[a-z]$/.test(char) ? char.toUpperCase() : char;
  return ALPHABET.indexOf(LOOKALIKES[upper] ?? upper);
}

function checkOf(values: readonly number[]): [number, number] {
  const check = values.reduce((rest, value) => (rest * 32 + value) % CHECK_MODULUS, 0);
  return [check >> BITS_PER_CHAR, check & 31];
}

function toValues(bytes: Uint8Array): number[] {
  const values: number[] = [];
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xffff;
    for (bits += 8; bits >= BITS_PER_CHAR; ) {
      bits -= BITS_PER_CHAR;
      values.push((pending >> bits) & 31);
    }
  }
  return values;
}

function toBytes(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(KEY_BYTES);
  let pending = 0;
  let bits = 0;
  let at = 0;
  for (const value of values) {
    pending = ((pending << BITS_PER_CHAR) | value) & 0xffff;
    bits += BITS_PER_CHAR;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = pending >> bits;
  }
  return bytes;
}
