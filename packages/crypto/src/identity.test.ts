import { ml_kem768_x25519 as noble } from "@noble/post-quantum/hybrid.js";
import { describe, expect, it } from "vitest";
import { deriveSigningPublic, signWithSeed } from "./ed25519.ts";
import { concat, fromBase64Url, fromHex, toBase64Url, toHex, utf8 } from "./encoding.ts";
import { SUITE } from "./hpke.ts";
import { derivePublicKey, fingerprint, generateIdentity, openFrom, sealTo, sign, verify } from "./identity.ts";
import { sha256 } from "./primitives.ts";
import { countingFrom } from "./testing/pinned.ts";
import { refusal } from "./testing/refusal.ts";

const ann = await generateIdentity();
const bob = await generateIdentity();
const message = utf8("a grant");
const letter = { plaintext: utf8("a shared key"), info: utf8("cf1/hpke/grant\0"), aad: utf8("aad") };

describe("identity", () => {
  it("is 64 secret bytes and a public key of version, signing and sealing half", async () => {
    expect(ann.secret).toHaveLength(64);
    const bytes = fromBase64Url(ann.public);
    expect(bytes).toHaveLength(1 + 32 + 1216);
    expect(bytes[0]).toBe(1);
    expect(await derivePublicKey(ann.secret)).toBe(ann.public);
    expect(await fingerprint(ann.public)).toEqual(await sha256(bytes));
  });

  it("is different each time", () => {
    expect(bob.public).not.toBe(ann.public);
  });

  it("refuses malformed secrets and public keys", async () => {
    const bytes = fromBase64Url(ann.public);
    const other = new Uint8Array(bytes);
    other[0] = 2;
    for (const text of [
      "",
      toBase64Url(other),
      toBase64Url(bytes.subarray(1)),
      toBase64Url(concat(bytes, new Uint8Array(1))),
      `${ann.public}=`,
    ]) {
      await expect(fingerprint(text)).rejects.toThrow(RangeError);
      await expect(sealTo({ publicKey: text, ...letter })).rejects.toThrow(RangeError);
      expect(await verify(text, message, await sign(ann.secret, message))).toBe(false);
    }
    await expect(sign(new Uint8Array(32), message)).rejects.toThrow(RangeError);
    await expect(derivePublicKey(new Uint8Array(63))).rejects.toThrow(RangeError);
  });
});

describe("sign", () => {
  it("is Ed25519 (RFC 8032 §7.1, test 1)", async () => {
    const seed = fromHex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
    expect(toHex(await deriveSigningPublic(seed))).toBe("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
    expect(toHex(await signWithSeed(seed, new Uint8Array(0)))).toBe(
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    );
  });

  it("is verified with the signer's public key over the same message only", async () => {
    const signature = await sign(ann.secret, message);
    expect(await verify(ann.public, message, signature)).toBe(true);
    expect(await verify(bob.public, message, signature)).toBe(false);
    expect(await verify(ann.public, utf8("a grant!"), signature)).toBe(false);
    expect(await verify(ann.public, message, await sign(bob.secret, message))).toBe(false);
    expect(await verify(ann.public, message, signature.subarray(1))).toBe(false);
    expect(await verify(ann.public, message, new Uint8Array(0))).toBe(false);
  });
});

describe("sealTo", () => {
  it("is opened by its recipient", async () => {
    const { enc, ct } = await sealTo({ publicKey: ann.public, ...letter });
    expect(enc).toHaveLength(1120);
    expect(await openFrom({ secret: ann.secret, enc, ct, ...letter })).toEqual(letter.plaintext);
  });

  it("handles views into larger buffers", async () => {
    const inside = (bytes: Uint8Array) => concat(new Uint8Array(5), bytes, new Uint8Array(5)).subarray(5, 5 + bytes.length);
    const views = { plaintext: inside(letter.plaintext), info: inside(letter.info), aad: inside(letter.aad) };
    const { enc, ct } = await sealTo({ publicKey: ann.public, ...views });
    expect(await openFrom({ secret: ann.secret, enc, ct, ...letter })).toEqual(letter.plaintext);
    expect(await openFrom({ secret: inside(ann.secret), enc: inside(enc), ct: inside(ct), ...views })).toEqual(letter.plaintext);
    expect(await derivePublicKey(inside(ann.secret))).toBe(ann.public);
  });

  it("is refused to a stranger and for another info, aad or ciphertext, always with the same error", async () => {
    const { enc, ct } = await sealTo({ publicKey: ann.public, ...letter });
    const flip = (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));
    const own = { secret: ann.secret, enc, ct, info: letter.info, aad: letter.aad };
    const others = [
      { secret: bob.secret },
      { secret: new Uint8Array(0) },
      { info: utf8("") },
      { aad: utf8("") },
      { ct: new Uint8Array(0) },
      { enc: enc.subarray(1) },
    ];
    const changed = [0, 500, 1087, 1088, 1119].map((at) => ({ enc: flip(enc, at) }));
    const bits = [0, ct.length - 1].map((at) => ({ ct: flip(ct, at) }));
    for (const other of [...others, ...changed, ...bits, { enc: new Uint8Array(1120) }]) {
      expect(await refusal(openFrom({ ...own, ...other }))).toEqual({ name: "DecryptError", message: "Decryption failed", keys: ["name"] });
    }
  });

  it("is HPKE base mode with X-Wing, HKDF-SHA-256 and AES-256-GCM", () => {
    expect([SUITE.kem.id, SUITE.kdf.id, SUITE.aead.id]).toEqual([0x647a, 1, 2]);
  });
});

describe("X-Wing", () => {
  it("agrees with another implementation on keys, encapsulation and decapsulation", async () => {
    for (const start of [0, 77, 200]) {
      const seed = countingFrom(start)(32);
      const theirs = noble.keygen(seed);
      const ours = await SUITE.kem.deserializePrivateKey(new Uint8Array(seed));
      const publicKey = fromBase64Url(await derivePublicKey(concat(seed, seed))).subarray(33);
      expect(toHex(publicKey)).toBe(toHex(theirs.publicKey));

      const toUs = noble.encapsulate(publicKey);
      expect(toHex(new Uint8Array(await SUITE.kem.decap({ recipientKey: ours, enc: toUs.cipherText })))).toBe(toHex(toUs.sharedSecret));
      const recipientPublicKey = await SUITE.kem.deserializePublicKey(new Uint8Array(theirs.publicKey));
      const toThem = await SUITE.kem.encap({ recipientPublicKey });
      expect(toHex(noble.decapsulate(new Uint8Array(toThem.enc), theirs.secretKey))).toBe(toHex(new Uint8Array(toThem.sharedSecret)));
    }
  });
});
