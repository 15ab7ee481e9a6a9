/** The bytes that the writer of a head signs; client and server must agree on them (security design §4). */

/** Layout: the prefix │ scopeId 16 │ generation u32 │ seq u64 │ SHA-256 of the previous head's text 32 │ SHA-256 of this head's text 32. */
const PREFIX = new TextEncoder().encode("cf1/sig/head\0");
const BYTES = PREFIX.length + 16 + 4 + 8 + 32 + 32;

export interface SignedHead {
  /** UUID. */
  readonly scopeId: string;
  /** How often the scope's history was restarted, from 1. */
  readonly generation: number;
  readonly seq: number;
  /** 32 bytes; zeros before the first head. */
  readonly previousHash: Uint8Array;
  /** 32 bytes. */
  readonly hash: Uint8Array;
}

/** @returns the message that Ed25519 signs. @throws RangeError when a hash or the id has a wrong length, or a number does not fit. */
export function headMessage({ scopeId, generation, seq, previousHash, hash }: SignedHead): Uint8Array<ArrayBuffer> {
  const id = Uint8Array.from(scopeId.replaceAll("-", "").match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  if (id.length !== 16 || previousHash.length !== 32 || hash.length !== 32)
    throw new RangeError("A part of a head's message has a wrong length");
  // A DataView would write numbers modulo their width, and two different inputs would give the same message.
  if (!Number.isSafeInteger(seq) || seq < 0 || generation !== generation >>> 0)
    throw new RangeError("A number of a head's message does not fit");
  const message = new Uint8Array(BYTES);
  message.set(PREFIX);
  message.set(id, PREFIX.length);
  const view = new DataView(message.buffer);
  view.setUint32(PREFIX.length + 16, generation);
  view.setBigUint64(PREFIX.length + 20, BigInt(seq));
  message.set(previousHash, PREFIX.length + 28);
  message.set(hash, PREFIX.length + 60);
  return message;
}
