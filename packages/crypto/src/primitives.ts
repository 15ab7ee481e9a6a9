/** The platform's primitives with fixed parameters; the published vectors run against these functions. */
import type { Argon2Input } from "./argon2.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const AES_TAG_BITS = 128;

/** WebCrypto takes no view of shared memory; nothing is copied in any other case. */
export function plain(bytes: Uint8Array): Bytes {
  return isPlain(bytes) ? bytes : new Uint8Array(bytes);
}

function isPlain(bytes: Uint8Array): bytes is Bytes {
  return bytes.buffer instanceof ArrayBuffer;
}

export async function sha256(bytes: Uint8Array): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", plain(bytes)));
}

/** Only to query lists of leaked passwords, which use it; not secure for anything else. @returns 40 hex characters. */
export async function sha1Hex(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param key not empty. @returns 32 bytes. */
export async function hmacSha256(key: Uint8Array, bytes: Uint8Array): Promise<Bytes> {
  const hmacKey = await crypto.subtle.importKey("raw", plain(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", hmacKey, plain(bytes)));
}

/** HKDF-SHA-256 (RFC 5869). @param length bytes, at most 255 × 32. */
export async function hkdf(key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Promise<Bytes> {
  const material = await crypto.subtle.importKey("raw", plain(key), "HKDF", false, ["deriveBits"]);
  const algorithm = { name: "HKDF", hash: "SHA-256", salt: plain(salt), info: plain(info) };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, length * 8));
}

/** PBKDF2-HMAC-SHA-256 (RFC 8018). @param length bytes. */
export async function pbkdf2(password: Uint8Array, salt: Uint8Array, rounds: number, length: number): Promise<Bytes> {
  const material = await crypto.subtle.importKey("raw", plain(password), "PBKDF2", false, ["deriveBits"]);
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt: plain(salt), iterations: rounds };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, length * 8));
}

/** Computes Argon2id, on this thread or another one. */
export type RunArgon2 = (input: Argon2Input) => Promise<Uint8Array>;

let runArgon2: RunArgon2 = async (input) => (await import("./argon2.ts")).argon2Here(input);

/** From now on it is computed by `run`: a page has another thread do it, which would stand still for half a second. */
export function runArgon2By(run: RunArgon2): void {
  runArgon2 = run;
}

/** Argon2id version 1.3, one lane, 32 bytes (RFC 9106). @param salt at least 8 bytes. */
export async function argon2id(password: Uint8Array, salt: Uint8Array, memoryKiB: number, passes: number): Promise<Bytes> {
  const key = await runArgon2({ password, salt, memoryKiB, passes });
  if (key.length !== 32) throw new RangeError("Argon2id gives 32 bytes here");
  return plain(key);
}

/** @param key 32 bytes; the imported key cannot be exported again. */
export async function importAesKey(key: Uint8Array): Promise<CryptoKey> {
  if (key.length !== 32) throw new RangeError("AES-256 takes a key of 32 bytes");
  return crypto.subtle.importKey("raw", plain(key), "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** AES-256-GCM. @param nonce 12 bytes, never twice under one key. @returns ciphertext ‖ tag (16 bytes). */
export async function encryptAesGcm(key: CryptoKey, nonce: Uint8Array, bytes: Uint8Array, additionalData: Uint8Array): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.encrypt(aesGcm(nonce, additionalData), key, plain(bytes)));
}

/** @param bytes ciphertext ‖ tag (16 bytes). @throws the platform's error when they are not authentic. */
export async function decryptAesGcm(key: CryptoKey, nonce: Uint8Array, bytes: Uint8Array, additionalData: Uint8Array): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.decrypt(aesGcm(nonce, additionalData), key, plain(bytes)));
}

function aesGcm(nonce: Uint8Array, additionalData: Uint8Array): AesGcmParams {
  return { name: "AES-GCM", iv: plain(nonce), additionalData: plain(additionalData), tagLength: AES_TAG_BITS };
}
