/** Ed25519 (RFC 8032) on raw 32-byte seeds and public keys; the platform requires the seed in PKCS #8. */
import { concat, fromBase64Url, fromHex } from "./encoding.ts";
import { plain } from "./primitives.ts";

/** RFC 8410: everything of a PKCS #8 Ed25519 private key that comes before its 32-byte seed. */
const PKCS8_PREFIX = fromHex("302e020100300506032b657004220420");

/** @param seed 32 bytes. @returns the public key's 32 bytes. */
export async function deriveSigningPublic(seed: Uint8Array): Promise<Uint8Array> {
  // The public half can only be read from an extractable key, which does not leave this function.
  const jwk = await crypto.subtle.exportKey("jwk", await importSeed(seed, true));
  return fromBase64Url(jwk.x ?? "");
}

/** Imports a non-extractable private key. @param seed 32 bytes. */
export const importSigningKey = (seed: Uint8Array): Promise<CryptoKey> => importSeed(seed, false);

/** @returns 64 bytes. */
export async function signWith(key: CryptoKey, message: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign("Ed25519", key, plain(message)));
}

/** @param seed 32 bytes. @returns 64 bytes. */
export async function signWithSeed(seed: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign("Ed25519", await importSeed(seed, false), plain(message)));
}

/** @returns false also when the key or the signature is malformed. */
export async function verifyWithKey(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey("raw", plain(publicKey), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, plain(signature), plain(message));
  } catch {
    // The platform throws for a malformed key; to the caller that is an invalid signature.
    return false;
  }
}

async function importSeed(seed: Uint8Array, extractable: boolean): Promise<CryptoKey> {
  if (seed.length !== 32) throw new RangeError("An Ed25519 seed has 32 bytes");
  return crypto.subtle.importKey("pkcs8", concat(PKCS8_PREFIX, seed), "Ed25519", extractable, ["sign"]);
}
