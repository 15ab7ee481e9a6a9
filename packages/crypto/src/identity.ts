/**
 * A person's identity: an Ed25519 key to sign and an X-Wing key to receive sealed secrets, derived from 64 secret bytes.
 *
 *   secret 64   = Ed25519 seed 32 ‖ X-Wing seed 32
 *   public 1249 = version 01 ‖ Ed25519 public key 32 ‖ X-Wing public key 1216, as base64url
 */
import { deriveSigningPublic, importSigningKey, signWith, signWithSeed, verifyWithKey } from "./ed25519.ts";
import { concat, fromBase64Url, toBase64Url, u8 } from "./encoding.ts";
import { DecryptError } from "./errors.ts";
import { sha256 } from "./primitives.ts";
import { type Random, randomBytes } from "./random.ts";

const VERSION = 1;
const SEED_BYTES = 32;
const SECRET_BYTES = 2 * SEED_BYTES;
const SEALING_AT = 1 + 32;
const PUBLIC_BYTES = SEALING_AT + 1216;

export async function generateIdentity(random: Random = randomBytes): Promise<{ secret: Uint8Array; public: string }> {
  const secret = concat(random(SEED_BYTES), random(SEED_BYTES));
  return { secret, public: await derivePublicKey(secret) };
}

/** The public halves that belong to these secret ones, to compare with what the server shows. @param secret 64 bytes. */
export async function derivePublicKey(secret: Uint8Array): Promise<string> {
  const { signing, sealing } = splitSecret(secret);
  const { deriveSealingPublic } = await import("./hpke.ts");
  return toBase64Url(concat(u8(VERSION), await deriveSigningPublic(signing), await deriveSealingPublic(sealing)));
}

/** Loads the code for sealing and opening in advance, which otherwise loads on first use. @throws the error of the failed load */
export async function loadSealing(): Promise<void> {
  await import("./hpke.ts");
}

/** SHA-256 of the decoded public key. @throws RangeError when it is malformed. */
export async function fingerprint(publicKey: string): Promise<Uint8Array> {
  return sha256(parsePublicKey(publicKey).bytes);
}

/** @param secret 64 bytes. @returns an Ed25519 signature of 64 bytes. */
export async function sign(secret: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  return signWithSeed(splitSecret(secret).signing, message);
}

/** Signs for one person, and verifies that person's signatures. Contains no key bytes. */
export interface Signer {
  /** @returns an Ed25519 signature of 64 bytes. */
  readonly sign: (message: Uint8Array) => Promise<Uint8Array>;
  readonly verify: (message: Uint8Array, signature: Uint8Array) => Promise<boolean>;
}

/** The public half is derived from the secret one, so that no other person's signatures are accepted. @param secret 64 bytes, which the caller may wipe. */
export async function openSigner(secret: Uint8Array): Promise<Signer> {
  const seed = splitSecret(secret).signing;
  const [key, publicKey] = await Promise.all([importSigningKey(seed), deriveSigningPublic(seed)]);
  return {
    sign: (message) => signWith(key, message),
    verify: (message, signature) => verifyWithKey(publicKey, message, signature),
  };
}

/** The 32 bytes under which that person's signatures are checked. @throws RangeError when it is malformed. */
export const signingKeyOf = (publicKey: string): Uint8Array => parsePublicKey(publicKey).signing;

/** @returns false also when the public key or the signature is malformed. */
export async function verify(publicKey: string, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  try {
    return await verifyWithKey(parsePublicKey(publicKey).signing, message, signature);
  } catch {
    // A malformed public key has no valid signatures.
    return false;
  }
}

/**
 * Seals to a person: only the holder of the secret half can open it. It does not authenticate the sender; a signature does.
 * @throws RangeError when the public key is malformed.
 */
export async function sealTo(input: {
  publicKey: string;
  plaintext: Uint8Array;
  info: Uint8Array;
  aad: Uint8Array;
}): Promise<{ enc: Uint8Array; ct: Uint8Array }> {
  const { sealing } = parsePublicKey(input.publicKey);
  const { sealHpke } = await import("./hpke.ts");
  return sealHpke(sealing, input.plaintext, input.info, input.aad);
}

/** @throws DecryptError, and nothing else, when it was not sealed to this identity with this info and aad. */
export async function openFrom(input: {
  secret: Uint8Array;
  enc: Uint8Array;
  ct: Uint8Array;
  info: Uint8Array;
  aad: Uint8Array;
}): Promise<Uint8Array> {
  // Outside the `try`: a failed load is not a decryption failure.
  const { openHpke } = await import("./hpke.ts");
  try {
    return await openHpke(splitSecret(input.secret).sealing, input.enc, input.ct, input.info, input.aad);
  } catch {
    // Every failure must look alike, so the reason is dropped here on purpose.
    throw new DecryptError();
  }
}

function splitSecret(secret: Uint8Array): { signing: Uint8Array; sealing: Uint8Array } {
  if (secret.length !== SECRET_BYTES) throw new RangeError("An identity has 64 secret bytes");
  return { signing: secret.subarray(0, SEED_BYTES), sealing: secret.subarray(SEED_BYTES) };
}

function parsePublicKey(text: string): { bytes: Uint8Array; signing: Uint8Array; sealing: Uint8Array } {
  const bytes = fromBase64Url(text);
  if (bytes.length !== PUBLIC_BYTES || bytes[0] !== VERSION) throw new RangeError("Malformed public key");
  return { bytes, signing: bytes.subarray(1, SEALING_AT), sealing: bytes.subarray(SEALING_AT) };
}
