/** What a key or a ciphertext is bound to, as bytes that no other list of parts can produce. */
import { concat, u8, u16 } from "./encoding.ts";

/** The closed list of labels. Frozen for ever: a label is never renamed, reused or removed, only added. */
export const LABELS = [
  "kdf-salt",
  "auth-key",
  "encryption-key",
  "vault-key",
  "recovery",
  "recovery-wrap",
  "recovery-auth",
  "symmetric-key",
  "field-key",
  "head-key",
  "field",
  "head",
  "identity",
  "trust",
  "link",
  "grant",
  "draft",
  "cache",
  "search",
  "import",
  "backup",
  "generated",
  "slot",
  "place",
] as const;
export type Label = (typeof LABELS)[number];

const encoder = new TextEncoder();
const PREFIX = encoder.encode("cf1\0");

/**
 * `"cf1" 00 ‖ LP(label) ‖ u8(number of parts) ‖ LP(part)…`, where `LP(x)` is the length of x as u16 big-endian, then x (security design §2).
 * @param parts bytes: ids by `uuidToBytes`, text by `utf8`, numbers by `u8`, `u32`, `u64`.
 * @throws RangeError when a part is longer than 65,535 bytes or there are more than 255.
 */
export function context(label: Label, ...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return concat(PREFIX, prefixed(encoder.encode(label)), u8(parts.length), ...parts.map(prefixed));
}

function prefixed(bytes: Uint8Array): Uint8Array {
  return concat(u16(bytes.length), bytes);
}
