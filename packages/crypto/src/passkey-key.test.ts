import { createPublicKey, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fromHex, toHex, utf8 } from "./encoding.ts";
import { generatePasskeyKey, isPasskeyAlgorithm, PASSKEY_ALGORITHMS, passkeyPrf, signWithPasskey } from "./passkey-key.ts";

/** Published with WebAuthn Level 3, in its test vectors of the extension `prf`. */
const PRF_VECTORS = {
  secret: "437e065e723a98b2f08f39d8baf7c53ecb3c363c5e5104bdaaf5d5ca2e028154",
  outputs: [
    ["576562417574686e20505246207465737420766563746f727302", "3c33e07d202c3b029cc21f1722767021bf27d595933b3d2b6a1b9d5dddc77fae"],
    ["576562417574686e20505246207465737420766563746f727303", "a62a8773b19cda90d7ed4ef72a80a804320dbd3997e2f663805ad1fd3293d50b"],
  ],
} as const;

it("the PRF gives what the standard publishes", async () => {
  for (const [input, output] of PRF_VECTORS.outputs)
    expect(toHex(await passkeyPrf(fromHex(PRF_VECTORS.secret), fromHex(input)))).toBe(output);
});

it("knows three algorithms by their COSE numbers", () => {
  expect(
    Object.keys(PASSKEY_ALGORITHMS)
      .map(Number)
      .toSorted((a, b) => b - a),
  ).toEqual([-7, -8, -257]);
  for (const other of [7, -35, -36, -37, -47, -258, -65535, Number.NaN]) expect(isPasskeyAlgorithm(other)).toBe(false);
});

describe.each([-7, -8, -257] as const)("algorithm %i", (alg) => {
  it("Node's cryptography takes the signature, and none over other bytes", async () => {
    const { privateKey, publicKey } = await generatePasskeyKey(alg);
    const key = createPublicKey({ key: Buffer.from(publicKey.spki), type: "spki", format: "der" });
    // Numbers of ECDSA begin with a zero, or with a first bit set, in every second signature or so.
    for (let round = 0; round < (alg === -7 ? 600 : 3); round++) {
      const message = utf8(`message ${round}`);
      const signature = await signWithPasskey(alg, privateKey, message);
      expect(verify(alg === -8 ? null : "sha256", message, key, signature)).toBe(true);
      expect(verify(alg === -8 ? null : "sha256", utf8(`message ${round + 1}`), key, signature)).toBe(false);
    }
  });

  it("a key of another algorithm signs nothing", async () => {
    const { privateKey } = await generatePasskeyKey(alg === -8 ? -7 : -8);
    await expect(signWithPasskey(alg, privateKey, utf8("message"))).rejects.toThrow();
  });
});
