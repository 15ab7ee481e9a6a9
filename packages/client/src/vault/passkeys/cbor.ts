/** Writes CBOR (RFC 8949), as much of it as an authenticator's answers need: small integers, bytes, text and maps. It reads none. */
import { concat, u8, u32 } from "@coffer/crypto";

export type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, map: 5 } as const;

/** A map keeps the order of its entries: the caller gives them in the canonical one of CTAP2, shorter keys first. */
export function encodeCbor(value: Cbor): Uint8Array {
  if (typeof value === "number") return value >= 0 ? head(MAJOR.unsigned, value) : head(MAJOR.negative, -1 - value);
  if (typeof value === "string") return withHead(MAJOR.text, new TextEncoder().encode(value));
  if (value instanceof Uint8Array) return withHead(MAJOR.bytes, value);
  return concat(head(MAJOR.map, value.size), ...[...value].flatMap(([key, entry]) => [encodeCbor(key), encodeCbor(entry)]));
}

const withHead = (major: number, bytes: Uint8Array): Uint8Array => concat(head(major, bytes.length), bytes);

/** The shortest form of a length or number. */
function head(major: number, value: number): Uint8Array {
  const first = major << 5;
  if (value < 24) return u8(first | value);
  if (value < 0x100) return concat(u8(first | 24), u8(value));
  if (value < 0x10000) return concat(u8(first | 25), u8(value >> 8), u8(value & 0xff));
  return concat(u8(first | 26), u32(value));
}
