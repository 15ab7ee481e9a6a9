/** Key derivation and ciphers for the encrypted files of other programs. */
import { argon2d, argon2id } from "hash-wasm";
import { joined } from "../archive/inflate.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Why an encrypted file cannot be opened; its message is shown to the user. `isWrongKey`: another password may work. */
export class SealedError extends Error {
  readonly isWrongKey: boolean;
  constructor(message: string, isWrongKey = false) {
    super(message);
    this.isWrongKey = isWrongKey;
  }
}

const subtle = globalThis.crypto.subtle;
export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
/** A copy, because the platform does not accept views of shared memory. */
const own = (bytes: Uint8Array): Bytes => new Uint8Array(bytes);

export const sha256 = async (...parts: readonly Uint8Array[]): Promise<Bytes> =>
  new Uint8Array(await subtle.digest("SHA-256", joined(parts)));
export const sha512 = async (...parts: readonly Uint8Array[]): Promise<Bytes> =>
  new Uint8Array(await subtle.digest("SHA-512", joined(parts)));

export async function hmacSha256(key: Uint8Array, ...parts: readonly Uint8Array[]): Promise<Bytes> {
  const imported = await subtle.importKey("raw", own(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await subtle.sign("HMAC", imported, joined(parts)));
}

export async function pbkdf2Sha256(password: string, salt: Uint8Array, iterations: number): Promise<Bytes> {
  const imported = await subtle.importKey("raw", utf8(password), "PBKDF2", false, ["deriveBits"]);
  return new Uint8Array(await subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt: own(salt), iterations }, imported, 256));
}

/** @returns null when the padding is invalid: the key is wrong, or the data was changed. */
export async function openAesCbc(key: Uint8Array, iv: Uint8Array, text: Uint8Array): Promise<Bytes | null> {
  const imported = await subtle.importKey("raw", own(key), "AES-CBC", false, ["decrypt"]);
  try {
    return new Uint8Array(await subtle.decrypt({ name: "AES-CBC", iv: own(iv) }, imported, own(text)));
  } catch {
    return null;
  }
}

const BLOCK = 16;
const BLOCKS_AT_ONCE = 262_144;

/** Applies AES repeatedly to one block with the platform's CBC: encrypting zeros with the block as IV gives each step as one block. */
export async function repeatedAes(key: Uint8Array, block: Uint8Array, rounds: number): Promise<Bytes> {
  const imported = await subtle.importKey("raw", own(key), "AES-CBC", false, ["encrypt"]);
  let current = own(block);
  for (let left = rounds; left > 0; ) {
    const now = Math.min(left, BLOCKS_AT_ONCE);
    const sealed = new Uint8Array(await subtle.encrypt({ name: "AES-CBC", iv: current }, imported, new Uint8Array(now * BLOCK)));
    current = sealed.slice((now - 1) * BLOCK, now * BLOCK);
    left -= now;
  }
  return current;
}

export interface Argon2Cost {
  readonly type: "d" | "id";
  readonly memoryKib: number;
  readonly iterations: number;
  readonly parallelism: number;
}

/** More than any program uses; a file that demands more is a denial-of-service attempt. */
const COST_MAX = { memoryKib: 1_048_576, work: 16_777_216 };

export async function argon2(password: Uint8Array, salt: Uint8Array, cost: Argon2Cost): Promise<Bytes> {
  const { type, memoryKib, iterations, parallelism } = cost;
  if (memoryKib > COST_MAX.memoryKib || memoryKib * iterations > COST_MAX.work)
    throw new SealedError(
      "This file asks for more work to open it than this device should be given; please lower its key settings in the program it is from.",
    );
  const hash = type === "d" ? argon2d : argon2id;
  return own(await hash({ password, salt, parallelism, iterations, memorySize: memoryKib, hashLength: 32, outputType: "binary" }));
}

/** Constant-time comparison. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at++) difference |= (a[at] ?? 0) ^ (b[at] ?? 0);
  return difference === 0;
}

export function fromBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  } catch {
    return null; // it is none
  }
}

export const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
