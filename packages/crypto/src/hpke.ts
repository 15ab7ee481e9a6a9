/** HPKE base mode (RFC 9180) with X-Wing, HKDF-SHA-256 and AES-256-GCM; only needed for sharing, so import it dynamically. */
import { Aes256Gcm, CipherSuite, HkdfSha256 } from "@hpke/core";
import { XWing } from "@hpke/hybridkem-x-wing";

export const SUITE = new CipherSuite({ kem: new XWing(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });

/** @param seed 32 bytes, the X-Wing decapsulation key. @returns the encapsulation key's 1,216 bytes. */
export async function deriveSealingPublic(seed: Uint8Array): Promise<Uint8Array> {
  // The library uses the whole buffer behind a view as the key, so it gets a separate buffer.
  const { publicKey } = await new XWing().generateKeyPairDerand(new Uint8Array(seed));
  return new Uint8Array(await SUITE.kem.serializePublicKey(publicKey));
}

/** @param publicKey 1,216 bytes. @returns the encapsulated key (1,120 bytes) and ciphertext ‖ tag. */
export async function sealHpke(publicKey: Uint8Array, plaintext: Uint8Array, info: Uint8Array, aad: Uint8Array) {
  const recipientPublicKey = await SUITE.kem.deserializePublicKey(new Uint8Array(publicKey));
  const { enc, ct } = await SUITE.seal({ recipientPublicKey, info }, plaintext, aad);
  return { enc: new Uint8Array(enc), ct: new Uint8Array(ct) };
}

/** @param seed 32 bytes. @throws the library's error when it does not open. */
export async function openHpke(seed: Uint8Array, enc: Uint8Array, ct: Uint8Array, info: Uint8Array, aad: Uint8Array): Promise<Uint8Array> {
  const recipientKey = await SUITE.kem.deserializePrivateKey(new Uint8Array(seed));
  return new Uint8Array(await SUITE.open({ recipientKey, enc, info }, ct, aad));
}
