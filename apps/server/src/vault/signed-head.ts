/** Whether a head carries the signature of an identity: all that a server without keys can check of it, and enough that a stolen token can write nothing. */
import { createHash, createPublicKey, verify } from "node:crypto";
import { headMessage, type SignedHead } from "@coffer/contract/head-message";
import { isWeakSigningKey } from "@coffer/core/account/signing-key";

/** Layout of a public identity (security design §2): version │ Ed25519 public key 32 │ the key that others seal to, which is not read here. */
const VERSION = 1;
const SIGNING = { start: 1, end: 33 };
const PUBLIC_BYTES = 1249;
const KEY_BYTES = 32;

export const hashOfHead = (head: string): Uint8Array => createHash("sha256").update(head, "utf8").digest();
/** Where there is no head before. */
export const NO_HEAD = new Uint8Array(32);

/** @returns false also when the public key or the signature is malformed. */
export const isSignedBy = (publicKey: string, signed: SignedHead, signature: string): boolean =>
  isMessageSignedBy(publicKey, headMessage(signed), signature);

/** The same of any message. */
export function isMessageSignedBy(publicKey: string, message: Uint8Array, signature: string): boolean {
  const identity = Buffer.from(publicKey, "base64url");
  if (identity.length !== PUBLIC_BYTES || identity[0] !== VERSION) return false;
  return isSignedWith(identity.subarray(SIGNING.start, SIGNING.end), message, signature);
}

/**
 * @param half - the public half of an Ed25519 key as base64url
 * @returns false also when it or the signature is malformed, as clients judge it (crypto/invite-key.ts)
 */
export function isProvenBy(half: string, message: Uint8Array, signature: string): boolean {
  const key = bytesOf(half);
  return key !== null && key.length === KEY_BYTES && isSignedWith(key, message, signature);
}

/** Of several texts that decode to the same bytes, only one is accepted. */
function bytesOf(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : null;
}

function isSignedWith(publicKey: Buffer, message: Uint8Array, signature: string): boolean {
  const bytes = bytesOf(signature);
  if (bytes === null || isWeakSigningKey(publicKey)) return false;
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey.toString("base64url") }, format: "jwk" });
  return verify(null, message, key, bytes);
}
