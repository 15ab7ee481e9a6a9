/** Bytes to text and back: every decoder accepts exactly one spelling of each value and throws RangeError on any other. */

const encoder = new TextEncoder();

/** UTF-8 of the NFC form, as contexts want it. Field contents are not normalised: see `seal.ts`. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text.normalize("NFC"));
}

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += HEX[byte];
  return text;
}

/** Value of a character that is not a digit: negative, and stays negative when combined by shifting and `|`. */
const FOREIGN = -1;

/** The value of each digit by its character code. */
function valuesOf(digits: string): Int8Array {
  const values = new Int8Array(128).fill(FOREIGN);
  for (let value = 0; value < digits.length; value += 1) values[digits.charCodeAt(value)] = value;
  return values;
}

const HEX_VALUES = valuesOf("0123456789abcdef");

/** @param text lower-case hex. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length >> 1);
  let all = text.length % 2 === 0 ? 0 : FOREIGN;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = byteAt(text, 2 * i);
    all |= byte;
    bytes[i] = byte;
  }
  if (all < 0) throw new RangeError("Not lower-case hex");
  return bytes;
}

/** Of two hex digits; negative when invalid. Avoids slicing the text, because ten thousand records have forty digits each. */
function byteAt(text: string, at: number): number {
  return ((HEX_VALUES[text.charCodeAt(at)] ?? FOREIGN) << 4) | (HEX_VALUES[text.charCodeAt(at + 1)] ?? FOREIGN);
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const CODES = encoder.encode(ALPHABET);
const VALUES = valuesOf(ALPHABET);
const ascii = new TextDecoder("utf-8");

/** Unpadded base64url (RFC 4648 §5). */
export function toBase64Url(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  let pending = 0;
  let bits = 0;
  let at = 0;
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      codes[at++] = codeOf(pending >> bits);
    }
  }
  if (bits > 0) codes[at] = codeOf(pending << (6 - bits));
  return ascii.decode(codes);
}

function codeOf(value: number): number {
  return CODES[value & 63] ?? 0;
}

/** @returns the number of bytes in that many characters of base64url. */
export const bytesInBase64Url = (characters: number): number => Math.floor((characters * 3) / 4);

/** The platform's own decoder, where it has one: twenty times as fast, and worth its call for long texts. */
interface Decoder {
  setFromBase64?(text: string, options: { readonly alphabet: "base64url" }): { readonly written: number };
}
const { setFromBase64 }: Decoder = Uint8Array.prototype as Uint8Array & Decoder;
const LONG = 1_024;

/** It takes spaces, padding and any trailing bits, which this does not: with the first two it writes less than so many characters stand for. */
function decodeByPlatform(decode: NonNullable<Decoder["setFromBase64"]>, text: string, bytes: Uint8Array): void {
  const rest = text.length % 4;
  const last = rest === 0 ? 0 : valueAt(text, text.length - 1);
  const spare = (rest * 6) % 8;
  try {
    const { written } = decode.call(bytes, text, { alphabet: "base64url" });
    if (rest !== 1 && written === bytes.length && (last & ((1 << spare) - 1)) === 0) return;
  } catch {
    // A foreign character.
  }
  throw new RangeError("Not canonical base64url");
}

/**
 * Canonical unpadded base64url only: a foreign character, padding or a trailing bit that is not zero throws RangeError.
 * @param bytes the output buffer, with the length from `bytesInBase64Url`.
 */
export function fromBase64Url(text: string, bytes = new Uint8Array(bytesInBase64Url(text.length))): Uint8Array<ArrayBuffer> {
  if (setFromBase64 && text.length >= LONG) {
    decodeByPlatform(setFromBase64, text, bytes);
    return bytes;
  }
  const rest = text.length % 4;
  const whole = text.length - rest;
  let all = rest === 1 ? FOREIGN : 0;
  let at = 0;
  for (let i = 0; i < whole; i += 4) {
    const bits = (valueAt(text, i) << 18) | (valueAt(text, i + 1) << 12) | (valueAt(text, i + 2) << 6) | valueAt(text, i + 3);
    all |= bits;
    bytes[at++] = bits >> 16;
    bytes[at++] = bits >> 8;
    bytes[at++] = bits;
  }
  let last = 0;
  for (let i = whole; i < text.length; i += 1) last = (last << 6) | valueAt(text, i);
  if ((all | last) < 0) throw new RangeError("Not base64url");
  // Two characters are a byte and four bits more, three are two bytes and two.
  const spare = (rest * 6) % 8;
  if ((last & ((1 << spare) - 1)) !== 0) throw new RangeError("Not canonical base64url");
  for (let shift = rest * 6 - 8; shift >= spare; shift -= 8) bytes[at++] = last >> shift;
  return bytes;
}

function valueAt(text: string, at: number): number {
  return VALUES[text.charCodeAt(at)] ?? FOREIGN;
}

const UUID_LENGTH = 36;
const DASH = "-".charCodeAt(0);
const DASHES = [8, 13, 18, 23] as const;
/** Where the two digits of each byte begin. */
const UUID_DIGITS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const;

/** @param id lower case, with dashes; two spellings of one id would make two contexts. @returns 16 bytes. */
export function uuidToBytes(id: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(UUID_DIGITS.length);
  let all = id.length === UUID_LENGTH ? 0 : FOREIGN;
  for (const dash of DASHES) if (id.charCodeAt(dash) !== DASH) all = FOREIGN;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = byteAt(id, UUID_DIGITS[i] ?? UUID_LENGTH);
    all |= byte;
    bytes[i] = byte;
  }
  if (all < 0) throw new RangeError("Not a lower-case UUID");
  return bytes;
}

/** @param bytes exactly 16. */
export function bytesToUuid(bytes: Uint8Array): string {
  if (bytes.length !== 16) throw new RangeError("A UUID has 16 bytes");
  const hex = toHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function u8(value: number): Uint8Array<ArrayBuffer> {
  return bigEndian(value, 1);
}

export function u16(value: number): Uint8Array<ArrayBuffer> {
  return bigEndian(value, 2);
}

export function u32(value: number): Uint8Array<ArrayBuffer> {
  return bigEndian(value, 4);
}

/** @param value a safe integer; JavaScript counts no further exactly. */
export function u64(value: number): Uint8Array<ArrayBuffer> {
  return bigEndian(value, 8);
}

function bigEndian(value: number, length: number): Uint8Array<ArrayBuffer> {
  if (!Number.isSafeInteger(value) || value < 0 || value >= 256 ** length)
    throw new RangeError(`Not an unsigned integer of ${length} bytes`);
  const bytes = new Uint8Array(length);
  for (let i = length - 1, rest = value; i >= 0; i -= 1, rest = Math.floor(rest / 256)) bytes[i] = rest % 256;
  return bytes;
}

/** Constant-time comparison: only the lengths may show in its timing. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i += 1) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}
