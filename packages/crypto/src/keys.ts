/** Keys: 32 random or derived bytes that never leave the client; marked by the type, which only this file creates. */
import { context } from "./context.ts";
import { u32, uuidToBytes } from "./encoding.ts";
import { hkdf, importAesKey } from "./primitives.ts";
import { type Random, randomBytes } from "./random.ts";

declare const secret: unique symbol;
declare const fieldKey: unique symbol;

/** 32 bytes that must not leave the client. */
export type SecretKey = Uint8Array<ArrayBuffer> & { readonly __secret: typeof secret };
/** The key that seals the fields of one scope and epoch; a non-extractable platform key. */
export type FieldKey = CryptoKey & { readonly __fieldKey: typeof fieldKey };

const KEY_BYTES = 32;
const NO_SALT = new Uint8Array(0);

/** Copies bytes and marks the copy as a key. @throws RangeError when they are not 32. */
export function secretKey(bytes: Uint8Array): SecretKey {
  if (bytes.length !== KEY_BYTES) throw new RangeError("A key has 32 bytes");
  return new Uint8Array(bytes) as SecretKey;
}

export function generateKey(random: Random = randomBytes): SecretKey {
  return secretKey(random(KEY_BYTES));
}

/**
 * A lock overwrites keys with zeros while other code may still hold them: anyone could open data sealed under zeros.
 * Call it in the same synchronous step that passes the key to the platform, which copies it.
 * @throws RangeError when the key was wiped.
 */
export function assertNotWiped(key: Uint8Array): void {
  if (key.every((byte) => byte === 0)) throw new RangeError("This key was wiped");
}

/** HKDF-SHA-256 with an empty salt. @param info made by `context`. @throws RangeError when the key was wiped. */
export async function deriveKey(key: Uint8Array, info: Uint8Array): Promise<SecretKey> {
  assertNotWiped(key);
  return secretKey(await hkdf(key, NO_SALT, info, KEY_BYTES));
}

/** The key for an account's private data: identity, trust store, profile links, local caches. */
export async function deriveSymmetricKey(vaultKey: Uint8Array, accountId: string, keyEpoch: number): Promise<SecretKey> {
  return deriveKey(vaultKey, context("symmetric-key", uuidToBytes(accountId), u32(keyEpoch)));
}

/** The key that wraps the heads of a scope. @param scopeKey the vault key, or the scope's shared key. */
export async function deriveHeadKey(scopeKey: Uint8Array, scopeId: string, epoch: number): Promise<SecretKey> {
  return deriveKey(scopeKey, context("head-key", uuidToBytes(scopeId), u32(epoch)));
}

/** Derive it once per scope and epoch and cache it: deriving costs more than opening a field. @param scopeKey as for `deriveHeadKey`. */
export async function deriveFieldKey(scopeKey: Uint8Array, scopeId: string, epoch: number): Promise<FieldKey> {
  const bytes = await deriveKey(scopeKey, context("field-key", uuidToBytes(scopeId), u32(epoch)));
  return (await importAesKey(bytes)) as FieldKey;
}
