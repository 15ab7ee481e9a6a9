/**
 * Keys that sign nothing, one for each algorithm: an unknown passkey is checked against one of them, so that it takes as long as a known one. Which one depends on its id
 * alone, as with a known one: a caller who tries every form of signature learns nothing by the time.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { hmac } from "../secrets.ts";

const coseOf = (...parts: readonly (string | Buffer)[]): string =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "hex") : part))).toString("base64url");

const coordinates = (type: "ec" | "ed25519") => {
  const { publicKey } = type === "ec" ? generateKeyPairSync("ec", { namedCurve: "P-256" }) : generateKeyPairSync("ed25519");
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return [Buffer.from(x, "base64url"), Buffer.from(y, "base64url")] as const;
};

/** kty 2, alg -7, crv 1, x, y. */
function es256(): string {
  const [x, y] = coordinates("ec");
  return coseOf("a5010203262001215820", x, "225820", y);
}

/** kty 1, alg -8, crv 6, x. */
const edDsa = (): string => coseOf("a4010103272006215820", coordinates("ed25519")[0]);

/** kty 3, alg -257, n, e. Any odd number of 2048 bits is checked as slowly as a key of someone's. */
function rs256(): string {
  const n = randomBytes(256);
  n[0] = (n[0] ?? 0) | 0x80;
  n[255] = (n[255] ?? 0) | 0x01;
  return coseOf("a401030339010020590100", n, "2143010001");
}

const KEYS = [es256(), edDsa(), rs256()] as const;

/** @returns COSE, base64url */
export function keyOfNoOne(secret: Buffer, id: string): string {
  const [first = 0] = hmac(secret, `passkey\n${id}`);
  return KEYS[first % KEYS.length] ?? KEYS[0];
}
