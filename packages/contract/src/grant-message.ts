/** The bytes signed by the giver of a copy of a team's key: client (crypto/grant.ts) and server must agree on them (security design §6). */

/** Layout of a grant to a person: version │ suite │ in version 2 the point of the team's log 40 │ enc 1120, ct 48 │ signature 64. */
const BEGIN = 2;
const WITH_POINT = 2;
const POINT = 8 + 32;
const SEALED = 1120 + 48;
const SIGNATURE = 64;

const PREFIX = "cf1/sig/grant\0";
const CONTEXT = "cf1\0";
const LABEL = "grant";
/** Numbers from the closed tables: a copy of a team's key has kind 3 and read permission. */
const TEAM = 3;
const READ = 1;

/** The signed terms of a copy. Fingerprints are hex. */
export interface KeyCopyTerms {
  readonly id: string;
  readonly teamId: string;
  readonly epoch: number;
  readonly sender: { readonly id: string; readonly fingerprint: string };
  readonly recipient: { readonly id: string; readonly fingerprint: string };
  readonly createdAt: number;
}

export const bytesOfHex = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
export const bytesOfId = (id: string): Uint8Array => bytesOfHex(id.replaceAll("-", ""));
export const number = (value: number, length: 1 | 2 | 4 | 8): Uint8Array => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes.slice(8 - length);
};
export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
export const prefixed = (bytes: Uint8Array): Uint8Array => joined(number(bytes.length, 2), bytes);
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
/** A label and parts, each with its length before it (security design §2). */
export const contextOf = (label: string, parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  joined(utf8(CONTEXT), prefixed(utf8(label)), number(parts.length, 1), ...parts.map(prefixed));

/**
 * @param grant - the bytes of the copy, without its text prefix
 * @returns the message that Ed25519 signs, and the signature in the copy
 */
export function keyCopyMessage(
  { id, teamId, epoch, sender, recipient, createdAt }: KeyCopyTerms,
  grant: Uint8Array,
): { readonly message: Uint8Array<ArrayBuffer>; readonly signature: Uint8Array } {
  const at = grant[0] === WITH_POINT ? BEGIN + POINT : BEGIN;
  // How far the sender knows the team's log: zeros in the first version.
  const point = at === BEGIN ? new Uint8Array(POINT) : grant.subarray(BEGIN, at);
  const parts = [
    bytesOfId(id),
    bytesOfId(teamId),
    number(TEAM, 1),
    number(epoch, 4),
    bytesOfId(sender.id),
    bytesOfHex(sender.fingerprint),
    bytesOfId(recipient.id),
    bytesOfHex(recipient.fingerprint),
    number(READ, 1),
    number(createdAt, 8),
    point.subarray(0, 8),
    point.subarray(8),
  ];
  const terms = contextOf(LABEL, parts);
  return {
    message: joined(utf8(PREFIX), terms, grant.subarray(at, at + SEALED)),
    signature: grant.subarray(at + SEALED, at + SEALED + SIGNATURE),
  };
}

/** Layout of version 3, of a grant to a person or a team: version │ suite │ point of the team's log │ end u64 (ms; 0 for never) │ … */
const WITH_END = 3;
const END_AT = BEGIN + POINT;

/** When a grant says that it ends: milliseconds since 1970, null for never; undefined where it does not say. @param grant - its bytes, without the text prefix */
export function endInGrant(grant: Uint8Array): number | null | undefined {
  if (grant[0] !== WITH_END || grant.length < END_AT + 8) return undefined;
  const end = Number(new DataView(grant.buffer, grant.byteOffset, grant.byteLength).getBigUint64(END_AT));
  return end === 0 ? null : end;
}
