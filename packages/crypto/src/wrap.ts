/**
 * Wrapping of a key or a small account blob under a key; key-committing: a wrapped text opens under one key only.
 *
 *   "1." base64url( version 01 │ suite 01 │ purpose u8 │ epoch u32 │ salt 32 │ commitment 32 │ AES-256-GCM ciphertext ‖ tag 16 )
 *                   └──────────────── header ────────────────────┘
 *   encryption key 32 ‖ commitment 32 = HKDF-SHA-256(key, salt, "cf1/wrap" 00 ‖ header ‖ SHA-256(context))
 *   additional data = header ‖ context        nonce = 12 zero bytes: the fresh salt makes every encryption key single-use
 */
import { concat, equalBytes, fromBase64Url, toBase64Url } from "./encoding.ts";
import { DecryptError } from "./errors.ts";
import { type Binding, HEADER_BYTES, headerOf, startsWith } from "./header.ts";
import { assertNotWiped, type SecretKey } from "./keys.ts";
import { decryptAesGcm, encryptAesGcm, hkdf, importAesKey, sha256 } from "./primitives.ts";
import { type Random, randomBytes } from "./random.ts";

const PREFIX = "1.";
const INFO = new TextEncoder().encode("cf1/wrap\0");
const SALT_BYTES = 32;
const COMMITMENT_BYTES = 32;
const BODY_AT = HEADER_BYTES + SALT_BYTES + COMMITMENT_BYTES;
const ZERO_NONCE = new Uint8Array(12);

/** @returns text of at least 118 characters. @throws RangeError when the key was wiped. */
export async function wrap(input: Binding & { key: SecretKey; bytes: Uint8Array; random?: Random }): Promise<string> {
  const header = headerOf(input);
  const salt = (input.random ?? randomBytes)(SALT_BYTES);
  const { encryptionKey, commitment } = await deriveParts(input.key, salt, header, input.context);
  const body = await encryptAesGcm(encryptionKey, ZERO_NONCE, input.bytes, concat(header, input.context));
  return PREFIX + toBase64Url(concat(header, salt, commitment, body));
}

/** @throws DecryptError, and nothing else, whatever is wrong with the text, the key or the binding. */
export async function unwrap(input: Binding & { key: SecretKey; wrapped: string }): Promise<Uint8Array> {
  try {
    return await read(input);
  } catch {
    // Every failure must look alike, so the reason is dropped here on purpose.
    throw new DecryptError();
  }
}

async function read(input: Binding & { key: SecretKey; wrapped: string }): Promise<Uint8Array> {
  if (!input.wrapped.startsWith(PREFIX)) throw new DecryptError();
  const bytes = fromBase64Url(input.wrapped.slice(PREFIX.length));
  const header = headerOf(input);
  if (!startsWith(bytes, header)) throw new DecryptError();
  const salt = bytes.subarray(HEADER_BYTES, HEADER_BYTES + SALT_BYTES);
  const { encryptionKey, commitment } = await deriveParts(input.key, salt, header, input.context);
  if (!equalBytes(commitment, bytes.subarray(HEADER_BYTES + SALT_BYTES, BODY_AT))) throw new DecryptError();
  return decryptAesGcm(encryptionKey, ZERO_NONCE, bytes.subarray(BODY_AT), concat(header, input.context));
}

async function deriveParts(key: SecretKey, salt: Uint8Array, header: Uint8Array, context: Uint8Array) {
  const info = concat(INFO, header, await sha256(context));
  assertNotWiped(key);
  const parts = await hkdf(key, salt, info, 32 + COMMITMENT_BYTES);
  return { encryptionKey: await importAesKey(parts.subarray(0, 32)), commitment: parts.subarray(32) };
}
