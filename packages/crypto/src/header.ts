/** The first bytes of both envelopes; a reader builds them from what it expects and compares, and never believes the ones that came. */
import { concat, equalBytes, u8, u32 } from "./encoding.ts";
import { PURPOSES, type Purpose } from "./purpose.ts";

/** Version 1 of the format and suite 1: HKDF-SHA-256 with AES-256-GCM. */
const VERSION = 1;
const SUITE = 1;

export const HEADER_BYTES = 7;

/** What the caller says a ciphertext is for; the same on the way in and on the way out. */
export interface Binding {
  purpose: Purpose;
  /** Which generation of the key; u32. */
  epoch: number;
  /** Made by `context`. */
  context: Uint8Array;
}

/** `version u8 │ suite u8 │ purpose u8 │ epoch u32`, big-endian. */
export function headerOf({ purpose, epoch }: Binding): Uint8Array<ArrayBuffer> {
  return concat(u8(VERSION), u8(SUITE), u8(PURPOSES[purpose]), u32(epoch));
}

export function startsWith(bytes: Uint8Array, header: Uint8Array): boolean {
  return equalBytes(bytes.subarray(0, HEADER_BYTES), header);
}
