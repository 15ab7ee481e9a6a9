/** The first bytes of both envelopes; a reader computes the expected ones and compares, and never trusts the received ones. */
import { u32 } from "./encoding.ts";
import { PURPOSES, type Purpose } from "./purpose.ts";

/** Version 1 of the format and suite 1: HKDF-SHA-256 with AES-256-GCM. */
const VERSION = 1;
const SUITE = 1;

export const HEADER_BYTES = 7;

/** What a ciphertext is for; must be the same when sealing and opening. */
export interface Binding {
  purpose: Purpose;
  /** Which generation of the key; u32. */
  epoch: number;
  /** Made by `context`. */
  context: Uint8Array;
}

/** `version u8 │ suite u8 │ purpose u8 │ epoch u32`, big-endian. */
export function headerOf({ purpose, epoch }: Omit<Binding, "context">): Uint8Array<ArrayBuffer> {
  const header = Uint8Array.of(VERSION, SUITE, PURPOSES[purpose], 0, 0, 0, 0);
  header.set(u32(epoch), 3);
  return header;
}

export function startsWith(bytes: Uint8Array, header: Uint8Array): boolean {
  for (let i = 0; i < HEADER_BYTES; i += 1) if (bytes[i] !== header[i]) return false;
  return true;
}
