/**
 * How far the log of a team is known to a client (security design §6): the number of its entries, and the hash of the newest one, which covers all
 * before it. Heads, grants and marks carry it, signed, so that members notice a server that shows them different logs.
 */
import { fromHex, toHex, u64 } from "./encoding.ts";

export interface LogPoint {
  /** From 1. */
  readonly size: number;
  /** Hex SHA-256 of the entry of that number. */
  readonly root: string;
}

const POINT_BYTES = 8 + 32;

/** As terms and heads carry it; zeros for none. */
export const logBytes = (log: LogPoint | null): readonly [Uint8Array, Uint8Array] =>
  log === null ? [u64(0), new Uint8Array(32)] : [u64(log.size), fromHex(log.root)];

/** @param bytes - 40 of them @returns null for zeros */
export function pointOf(bytes: Uint8Array): LogPoint | null {
  const size = Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0));
  return size === 0 ? null : { size, root: toHex(bytes.subarray(8, POINT_BYTES)) };
}
