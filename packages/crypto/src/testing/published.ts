/** The published vectors as checks of our primitives: valid is accepted, invalid is refused, acceptable may be either. */
import { Aes128Gcm, Aes256Gcm, CipherSuite, DhkemP521HkdfSha512, DhkemX25519HkdfSha256, HkdfSha256, HkdfSha512 } from "@hpke/core";
import { XWing } from "@hpke/hybridkem-x-wing";
import { verifyWithKey } from "../ed25519.ts";
import { fromHex, toHex, utf8 } from "../encoding.ts";
import { argon2id, decryptAesGcm, encryptAesGcm, hkdf, hmacSha256, importAesKey, pbkdf2 } from "../primitives.ts";
import aesGcmFile from "../vectors/aes-gcm.json" with { type: "json" };
import argon2idFile from "../vectors/argon2id.json" with { type: "json" };
import ed25519File from "../vectors/ed25519.json" with { type: "json" };
import hkdfFile from "../vectors/hkdf.json" with { type: "json" };
import hmacFile from "../vectors/hmac.json" with { type: "json" };
import hpkeFile from "../vectors/hpke.json" with { type: "json" };
import pbkdf2File from "../vectors/pbkdf2.json" with { type: "json" };
import x25519File from "../vectors/x25519.json" with { type: "json" };

export interface Check {
  name: string;
  run: () => Promise<boolean>;
}

interface Vector {
  id: number;
  /** `valid`, `invalid` or `acceptable`. */
  result: string;
}

/** @param matches whether the primitive gives the vector's value; it may throw to refuse. */
function checksOf<V extends Vector>(family: string, vectors: readonly V[], matches: (vector: V) => Promise<boolean>): Check[] {
  return vectors.map((vector) => ({
    name: `${family} ${vector.id}`,
    run: async () => {
      const outcome = await matches(vector).catch(() => "refused" as const);
      if (vector.result === "valid") return outcome === true;
      if (vector.result === "invalid") return outcome !== true;
      return outcome === true || outcome === "refused";
    },
  }));
}

async function aesGcmMatches(v: (typeof aesGcmFile.vectors)[number]): Promise<boolean> {
  const key = await importAesKey(fromHex(v.key));
  const opened = await decryptAesGcm(key, fromHex(v.iv), fromHex(v.ct), fromHex(v.aad));
  const sealed = await encryptAesGcm(key, fromHex(v.iv), fromHex(v.msg), fromHex(v.aad));
  return toHex(opened) === v.msg && toHex(sealed) === v.ct;
}

/** The curve inside X-Wing, because that code is the one that runs. */
class Curve extends XWing {
  derive(privateKey: Uint8Array, publicKey: Uint8Array): Promise<Uint8Array> {
    return this._x25519.derive(privateKey, publicKey);
  }
}

async function x25519Matches(v: (typeof x25519File.vectors)[number]): Promise<boolean> {
  return toHex(await new Curve().derive(fromHex(v.private), fromHex(v.public))) === v.shared;
}

async function hpkeMatches(v: (typeof hpkeFile.vectors)[number]): Promise<boolean> {
  const suite =
    v.kem === 32
      ? new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() })
      : new CipherSuite({ kem: new DhkemP521HkdfSha512(), kdf: new HkdfSha512(), aead: new Aes256Gcm() });
  const recipientKey = await suite.kem.deserializePrivateKey(fromHex(v.skRm));
  const recipient = await suite.createRecipientContext({ recipientKey, enc: fromHex(v.enc), info: fromHex(v.info) });
  for (const { pt, aad, ct } of v.encryptions) {
    if (toHex(new Uint8Array(await recipient.open(fromHex(ct), fromHex(aad)))) !== pt) return false;
  }
  for (const { context, length, value } of v.exports) {
    if (toHex(new Uint8Array(await recipient.export(fromHex(context), length))) !== value) return false;
  }
  return true;
}

export const PUBLISHED: readonly Check[] = [
  ...checksOf("AES-256-GCM", aesGcmFile.vectors, aesGcmMatches),
  ...checksOf("HKDF-SHA-256", hkdfFile.vectors, async (v) => {
    return toHex(await hkdf(fromHex(v.ikm), fromHex(v.salt), fromHex(v.info), v.size)) === v.okm;
  }),
  ...checksOf("HMAC-SHA-256", hmacFile.vectors, async (v) => toHex(await hmacSha256(fromHex(v.key), fromHex(v.msg))) === v.tag),
  ...checksOf("PBKDF2-HMAC-SHA-256", pbkdf2File.vectors, async (v) => {
    return toHex(await pbkdf2(fromHex(v.password), fromHex(v.salt), v.rounds, v.size)) === v.dk;
  }),
  ...checksOf("Ed25519", ed25519File.vectors, (v) => verifyWithKey(fromHex(v.public), fromHex(v.msg), fromHex(v.sig))),
  ...checksOf("X25519", x25519File.vectors, x25519Matches),
  ...checksOf("Argon2id", argon2idFile.vectors, async (v) => {
    return toHex(await argon2id(utf8(v.password), utf8(v.salt), v.memoryKiB, v.passes)) === v.hash;
  }),
  ...checksOf(
    "HPKE",
    hpkeFile.vectors.map((v, id) => ({ ...v, id, result: "valid" })),
    hpkeMatches,
  ),
];
