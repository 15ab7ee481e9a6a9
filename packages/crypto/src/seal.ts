/**
 * Authenticated encryption of one field under a scope's field key; many per account, one platform call each.
 *
 *   "2." base64url( version 01 │ suite 01 │ purpose u8 │ epoch u32 │ nonce 12 random │ AES-256-GCM(padded text) ‖ tag 16 )
 *                   └──────────────── header ────────────────────┘
 *   additional data = header ‖ context
 */
import { bytesInBase64Url, concat, fromBase64Url, toBase64Url } from "./encoding.ts";
import { DecryptError } from "./errors.ts";
import { type Binding, HEADER_BYTES, headerOf, startsWith } from "./header.ts";
import type { FieldKey } from "./keys.ts";
import { pad, unpad } from "./padding.ts";
import { decryptAesGcm, encryptAesGcm } from "./primitives.ts";
import { type Random, randomBytes } from "./random.ts";

const PREFIX = "2.";
const NONCE_BYTES = 12;
const BODY_AT = HEADER_BYTES + NONCE_BYTES;

const encoder = new TextEncoder();
// A leading byte order mark belongs to the text: without `ignoreBOM` the decoder would drop it.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The context whole, or in the pieces that `contextAround` gives. */
type FieldBinding = Omit<Binding, "context"> & { context: Uint8Array | readonly Uint8Array[] };

/**
 * Seals the text exactly as typed: a stored password is not normalised. Half of a surrogate pair, which is no text, becomes U+FFFD.
 * @returns text of at least 92 characters.
 */
export async function seal(input: FieldBinding & { key: FieldKey; text: string; random?: Random }): Promise<string> {
  const header = headerOf(input);
  const nonce = (input.random ?? randomBytes)(NONCE_BYTES);
  const body = await encryptAesGcm(input.key, nonce, pad(encoder.encode(input.text)), concat(header, ...piecesOf(input.context)));
  return PREFIX + toBase64Url(concat(header, nonce, body));
}

/**
 * @param input.sealed as it came from the server: the text itself, or its bytes as `{ data: [50, 46, …] }` (specification 2 §1).
 * @throws DecryptError, and nothing else, whatever is wrong with the text, the key or the binding.
 */
export async function open(input: FieldBinding & { key: FieldKey; sealed: unknown }): Promise<string> {
  try {
    const text = bodyOf(textOf(input.sealed));
    const { bytes, nonce, body } = placeFor(bytesInBase64Url(text.length));
    fromBase64Url(text, bytes);
    const header = headerOf(input);
    if (!startsWith(bytes, header)) throw new DecryptError();
    return decoder.decode(unpad(await decryptAesGcm(input.key, nonce, body, additionalData(header, input.context))));
  } catch {
    // Every failure must look alike, so the reason is dropped here on purpose.
    throw new DecryptError();
  }
}

/**
 * Note: Bytes used again. The platform copies what it is given before its call returns (Web Cryptography, "get a copy of the bytes"), and bytes it has not seen before cost
 * about as much as the decryption of a short field. So the input, which is not secret, is assembled in the same buffer for every text of the same length. Only for opening: if a platform ever copied late, a text would not open
 * and that would be noticed; a text sealed with wrong bytes would be lost.
 */
const REUSED_MAX_BYTES = 1024;

interface Place {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** For sealed bytes. */
const placeFor = onePerLength((length): Place => {
  const bytes = new Uint8Array(length);
  return { bytes, nonce: bytes.subarray(HEADER_BYTES, BODY_AT), body: bytes.subarray(BODY_AT) };
});

const additionalBytes = onePerLength((length) => new Uint8Array(length));

function onePerLength<T>(make: (length: number) => T): (length: number) => T {
  const made = new Map<number, T>();
  return (length) => {
    const one = made.get(length) ?? make(length);
    if (length <= REUSED_MAX_BYTES) made.set(length, one);
    return one;
  };
}

const piecesOf = (context: Uint8Array | readonly Uint8Array[]): readonly Uint8Array[] =>
  context instanceof Uint8Array ? [context] : context;

/** Must be passed to the platform immediately; see Note: Bytes used again. */
function additionalData(header: Uint8Array, context: Uint8Array | readonly Uint8Array[]): Uint8Array {
  const pieces = piecesOf(context);
  const bytes = additionalBytes(pieces.reduce((length, piece) => length + piece.length, header.length));
  bytes.set(header);
  let at = header.length;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function bodyOf(text: string): string {
  if (!text.startsWith(PREFIX)) throw new DecryptError();
  return text.slice(PREFIX.length);
}

function textOf(sealed: unknown): string {
  if (typeof sealed === "string") return sealed;
  if (typeof sealed !== "object" || sealed === null || !("data" in sealed) || !Array.isArray(sealed.data)) throw new DecryptError();
  if ("type" in sealed && sealed.type !== "Buffer") throw new DecryptError();
  const values: unknown[] = sealed.data;
  return decoder.decode(Uint8Array.from(values, byteOf));
}

function byteOf(value: unknown): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > 255) throw new DecryptError();
  return value;
}
