/**
 * The keys of a passkey: a pair that signs for one site, and the two secrets behind the PRF that sites may ask for. Everything is the platform's;
 * only the DER form of ECDSA signatures is written here, which WebCrypto does not give.
 */
import { concat, fromBase64Url, u8 } from "./encoding.ts";
import { hmacSha256, plain, sha256 } from "./primitives.ts";

/** COSE numbers of the algorithms (RFC 9053, RFC 8812). */
export const PASSKEY_ALGORITHMS = {
  [-7]: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  [-8]: { name: "Ed25519" },
  [-257]: { name: "RSASSA-PKCS1-v1_5", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" },
} as const;
export type PasskeyAlgorithm = keyof typeof PASSKEY_ALGORITHMS;

export const isPasskeyAlgorithm = (alg: number): alg is PasskeyAlgorithm => Object.hasOwn(PASSKEY_ALGORITHMS, alg);

/** The public half as sites get it. `numbers`: what a COSE key is made of, by their names in a JWK. */
export interface PasskeyPublic {
  readonly spki: Uint8Array;
  readonly numbers: Readonly<Record<"x" | "y" | "n" | "e", Uint8Array>>;
}

/** @returns the private half as PKCS #8. The caller wipes it. */
export async function generatePasskeyKey(
  alg: PasskeyAlgorithm,
): Promise<{ readonly privateKey: Uint8Array; readonly publicKey: PasskeyPublic }> {
  const pair = await crypto.subtle.generateKey(PASSKEY_ALGORITHMS[alg], true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new TypeError("Signing takes a pair of keys");
  const privateKey = new Uint8Array(await crypto.subtle.exportKey("pkcs8", pair.privateKey));
  return { privateKey, publicKey: await publicOf(pair.publicKey) };
}

async function publicOf(key: CryptoKey): Promise<PasskeyPublic> {
  const spki = new Uint8Array(await crypto.subtle.exportKey("spki", key));
  const { x = "", y = "", n = "", e = "" } = await crypto.subtle.exportKey("jwk", key);
  return { spki, numbers: { x: fromBase64Url(x), y: fromBase64Url(y), n: fromBase64Url(n), e: fromBase64Url(e) } };
}

/**
 * @param privateKey PKCS #8.
 * @returns the signature in the form that WebAuthn wants: DER for ECDSA. @throws the platform's error when it is no key of this algorithm
 */
export async function signWithPasskey(alg: PasskeyAlgorithm, privateKey: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  const algorithm = PASSKEY_ALGORITHMS[alg];
  const key = await crypto.subtle.importKey("pkcs8", plain(privateKey), algorithm, false, ["sign"]);
  const signature = new Uint8Array(await crypto.subtle.sign(algorithm, key, plain(message)));
  return algorithm.name === "ECDSA" ? derOf(signature) : signature;
}

/** @param signature r ‖ s, as WebCrypto has it. */
function derOf(signature: Uint8Array): Uint8Array {
  const half = signature.length / 2;
  const both = concat(derInteger(signature.subarray(0, half)), derInteger(signature.subarray(half)));
  return concat(u8(0x30), u8(both.length), both);
}

/** The shortest form, with a zero in front of a first bit that would mean a negative number. */
function derInteger(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? u8(0) : bytes.subarray(first);
  const value = (digits[0] ?? 0) & 0x80 ? concat(u8(0), digits) : digits;
  return concat(u8(0x02), u8(value.length), value);
}

const PRF_CONTEXT = new TextEncoder().encode("WebAuthn PRF\0");

/**
 * What a site's PRF gives for an input (WebAuthn 3, extension `prf`; below it CTAP's `hmac-secret`).
 * @param secret 32 bytes: one for a verified user, another one without.
 * @returns 32 bytes.
 */
export async function passkeyPrf(secret: Uint8Array, input: Uint8Array): Promise<Uint8Array> {
  return hmacSha256(secret, await sha256(concat(PRF_CONTEXT, input)));
}
