/** Bytes to text and back: every decoder accepts exactly one spelling of each value and throws RangeError on any other. */

const encoder = new TextEncoder();

/** UTF-8 of the NFC form, as contexts want it. Field contents are not normalised: see `seal.ts`. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text.normalize("NFC"));
}

export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

/** @param text lower-case hex. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) throw new RangeError("Not lower-case hex");
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = (digitAt(text, 2 * i) << 4) | digitAt(text, 2 * i + 1);
  return bytes;
}

/** Of a lower-case hex digit. Ten thousand records have forty digits each, so this takes no slices of the text. */
function digitAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code < 58 ? code - 48 : code - 87;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const FOREIGN = 0xff;
const CODES = encoder.encode(ALPHABET);
const VALUES = new Uint8Array(128).fill(FOREIGN);
CODES.forEach((code, value) => {
  VALUES[code] = value;
});
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

/** Canonical unpadded base64url only: a foreign character, padding or a trailing bit that is not zero throws RangeError. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (text.length % 4 === 1) throw new RangeError("Not base64url");
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let pending = 0;
  let bits = 0;
  let at = 0;
  for (let i = 0; i < text.length; i += 1) {
    const value = VALUES[text.charCodeAt(i)] ?? FOREIGN;
    if (value === FOREIGN) throw new RangeError("Not base64url");
    pending = ((pending << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = pending >> bits;
    }
  }
  if ((pending & ((1 << bits) - 1)) !== 0) throw new RangeError("Not canonical base64url");
  return bytes;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** @param id lower case, with dashes; two spellings of one id would make two contexts. @returns 16 bytes. */
export function uuidToBytes(id: string): Uint8Array<ArrayBuffer> {
  if (!UUID.test(id)) throw new RangeError("Not a lower-case UUID");
  return fromHex(id.replaceAll("-", ""));
}

/** @param bytes exactly 16. */
export function bytesToUuid(bytes: Uint8Array): string {
  if (bytes.length !== 16) throw new RangeError("A UUID has 16 bytes");
  const hex = toHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

export function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
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

/** Looks at every byte whatever the first ones say; only the lengths may show in its timing. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i += 1) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}
