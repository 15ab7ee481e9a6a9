/** An unknown passkey is checked as a known one is: against a key of one of the three algorithms, the same each time, down to the signature. */
import { randomBytes } from "node:crypto";
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { decodeCredentialPublicKey } from "@simplewebauthn/server/helpers";
import { expect, it } from "vitest";
import { sha256Hex } from "../secrets.ts";
import { keyOfNoOne } from "./unknown-passkeys.ts";

const SECRET = randomBytes(32);
const ids = Array.from({ length: 100 }, (_, at) => Buffer.from(sha256Hex(`${at}`), "hex").toString("base64url"));
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
const algorithmOf = (id: string): unknown => decodeCredentialPublicKey(bytesOf(keyOfNoOne(SECRET, id))).get(3);

it("every algorithm occurs, and the same one for the same passkey", () => {
  expect(new Set(ids.map(algorithmOf))).toEqual(new Set([-7, -8, -257]));
  for (const id of ids) expect(algorithmOf(id)).toBe(algorithmOf(id));
  const others = randomBytes(32);
  expect(ids.some((id) => keyOfNoOne(others, id) !== keyOfNoOne(SECRET, id))).toBe(true);
});

const CHALLENGE = "A".repeat(43);
const CLIENT_DATA = { type: "webauthn.get", challenge: CHALLENGE, origin: "https://coffer.example", crossOrigin: false };

/** As a known passkey would answer, but for the signature. */
const answered = (id: string, signature: Uint8Array) => {
  const authenticatorData = Buffer.concat([Buffer.from(sha256Hex("coffer.example"), "hex"), Buffer.from("0500000000", "hex")]);
  const response = {
    clientDataJSON: Buffer.from(JSON.stringify(CLIENT_DATA)).toString("base64url"),
    authenticatorData: authenticatorData.toString("base64url"),
    signature: Buffer.from(signature).toString("base64url"),
  };
  return { id, rawId: id, type: "public-key" as const, clientExtensionResults: {}, response };
};

/** Of the form that the algorithm has. */
const SIGNATURES: Readonly<Record<number, Uint8Array>> = {
  [-7]: Buffer.from(`3045022100${"f1".repeat(32)}0220${"11".repeat(32)}`, "hex"),
  [-8]: new Uint8Array(64).fill(1),
  [-257]: new Uint8Array(256).fill(1),
};

it("the signature is looked at, and is no one's", async () => {
  for (const id of ids) {
    const { verified } = await verifyAuthenticationResponse({
      response: answered(id, SIGNATURES[Number(algorithmOf(id))] ?? new Uint8Array()),
      ...{ expectedChallenge: CHALLENGE, expectedOrigin: CLIENT_DATA.origin, expectedRPID: "coffer.example" },
      credential: { id, publicKey: bytesOf(keyOfNoOne(SECRET, id)), counter: 0 },
    });
    expect(verified).toBe(false);
  }
});
