/**
 * Authenticated encryption of one field under a scope's field key; many per account, one platform call each.
 *
 *   "2." base64url( version 01 │ suite 01 │ purpose u8 │ epoch u32 │ nonce 12 random │ AES-256-GCM(padded text) ‖ tag 16 )
 *                   └──────────────── header ────────────────────┘
 *   additional data = header ‖ context
 */
import { concat, fromBase64Url, toBase64Url } from "./encoding.ts";
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

/**
 * Seals the text exactly as typed: a stored password is not normalised. Half of a surrogate pair, which is no text, becomes U+FFFD.
 * @returns text of at least 92 characters.
 */
export async function seal(input: Binding & { key: FieldKey; text: string; random?: Random }): Promise<string> {
  const header = headerOf(input);
  const nonce = (input.random ?? randomBytes)(NONCE_BYTES);
  const body = await encryptAesGcm(input.key, nonce, pad(encoder.encode(input.text)), concat(header, input.context));
  return PREFIX + toBase64Url(concat(header, nonce, body));
}

/**
 * @param input.sealed as it came from the server: the text itself, or its bytes as `{ data: [50, 46, …] }` (specification 2 §1).
 * @throws DecryptError, and nothing else, whatever is wrong with the text, the key or the binding.
 */
export async function open(input: Binding & { key: FieldKey; sealed: unknown }): Promise<string> {
  try {
    const bytes = fromBase64Url(bodyOf(textOf(input.sealed)));
    const header = headerOf(input);
    if (!startsWith(bytes, header)) throw new DecryptError();
    const nonce = bytes.subarray(HEADER_BYTES, BODY_AT);
    return decoder.decode(unpad(await decryptAesGcm(input.key, nonce, bytes.subarray(BODY_AT), concat(header, input.context))));
  } catch {
    // Every failure must look alike, so the reason is dropped here on purpose.
    throw new DecryptError();
  }
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
