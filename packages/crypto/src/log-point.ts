/**
 * How far the log of a team is known to a client (security design §6): the number of its entries, and the hash of the newest one, which covers all
 * before it. Heads, grants and marks carry it, signed, so that members notice a server that shows them different logs.
 */
import { concat, fromHex, toHex, u8, u64 } from "./encoding.ts";
import { DecryptError } from "./errors.ts";

export interface LogPoint {
  /** From 1. */
  readonly size: number;
  /** Hex SHA-256 of the entry of that number. */
  readonly root: string;
}

const WITHOUT = 1;
const WITH = 2;
const POINT_BYTES = 8 + 32;
const BEGIN_BYTES = 2;

/** As terms and heads carry it; zeros for none. */
export const logBytes = (log: LogPoint | null): readonly [Uint8Array, Uint8Array] =>
  log === null ? [u64(0), new Uint8Array(32)] : [u64(log.size), fromHex(log.root)];

/** @param bytes - 40 of them @returns null for zeros */
export function pointOf(bytes: Uint8Array): LogPoint | null {
  const size = Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0));
  return size === 0 ? null : { size, root: toHex(bytes.subarray(8, POINT_BYTES)) };
}

/** Version and suite of a grant's text, and the point. */
export const beginOf = (log: LogPoint | null, suite: number): Uint8Array =>
  log === null ? concat(u8(WITHOUT), u8(suite)) : concat(u8(WITH), u8(suite), ...logBytes(log));

/** @param bytes - of a grant's text @returns null in the first version. @throws DecryptError for a point of zeros, which the first version has */
export function pointIn(bytes: Uint8Array): LogPoint | null {
  if (bytes[0] === WITHOUT) return null;
  const point = bytes[0] === WITH && bytes.length >= BEGIN_BYTES + POINT_BYTES ? pointOf(bytes.subarray(BEGIN_BYTES)) : null;
  if (!point) throw new DecryptError();
  return point;
}

/** The bytes of a grant's text as the first version has them. */
export const withoutPoint = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === WITH ? concat(bytes.subarray(0, BEGIN_BYTES), bytes.subarray(BEGIN_BYTES + POINT_BYTES)) : bytes;
