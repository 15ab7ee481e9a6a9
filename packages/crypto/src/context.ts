/** Encodes what a key or a ciphertext is bound to, as bytes that no other list of parts can produce. */
import { concat, u8, u16 } from "./encoding.ts";

/** The closed list of labels. Frozen: a label is never renamed, reused or removed, only added. */
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
  "safety-number",
  "team",
  "team-key",
  "invited",
  "sites",
  "maker",
  "made",
  "passkey-key",
  "passkey",
  "writer",
  "waiting-key",
  "left-out",
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
  return concat(beginning(label, parts.length), listed(parts));
}

/**
 * For contexts that differ in only one part, such as those of a record's fields: the shared parts are assembled once.
 * @returns the `context` of the parts before, the one that is given, and the parts after; in pieces, for `seal` and `open`.
 */
export function contextAround(
  label: Label,
  before: readonly Uint8Array[],
  after: readonly Uint8Array[],
): (part: Uint8Array) => readonly Uint8Array[] {
  const head = concat(beginning(label, before.length + 1 + after.length), listed(before));
  const tail = listed(after);
  return (part) => [head, u16(part.length), part, tail];
}

function beginning(label: Label, count: number): Uint8Array {
  return concat(PREFIX, prefixed(encoder.encode(label)), u8(count));
}

function listed(parts: readonly Uint8Array[]): Uint8Array {
  return concat(...parts.map(prefixed));
}

function prefixed(bytes: Uint8Array): Uint8Array {
  return concat(u16(bytes.length), bytes);
}
