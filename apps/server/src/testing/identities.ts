/** Identities that sign, for tests: real Ed25519 keys, found again by their public text. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { headMessage, type SignedHead } from "@coffer/contract/head-message";

/** The server cannot tell it from a real one. */
const newHead = (): string => `1.${randomBytes(150).toString("base64url")}`;
const keys = new Map<string, KeyObject>();

/** A public identity as the client lays it out; what others seal to is random. */
export function newIdentity(): string {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const signing = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  const text = Buffer.concat([Buffer.from([1]), signing, randomBytes(1216)]).toString("base64url");
  keys.set(text, privateKey);
  return text;
}

export const sha256 = (text: string): Uint8Array => createHash("sha256").update(text).digest();

/** @param publicKey - of `newIdentity` */
export const signHead = (publicKey: string, signed: SignedHead): string => signMessage(publicKey, headMessage(signed));

/** @param publicKey - of `newIdentity` */
export function signMessage(publicKey: string, message: Uint8Array): string {
  const key = keys.get(publicKey);
  if (!key) throw new Error("No test has the secret half of this identity");
  return sign(null, message, key).toString("base64url");
}

/** A scope and its newest head. */
export interface Stored {
  readonly id: string;
  readonly seq: number;
  readonly generation: number;
  readonly head: string;
}

/** What a write carries. */
export interface SignedWrite {
  readonly baseSeq: number;
  readonly head: string;
  readonly signature: string;
}

/** The next write of a scope, as its owner's device signs it. @param falsified - what is signed differs from the truth in these */
export function writeAfter(publicKey: string, stored: Stored, falsified: Partial<SignedHead> = {}): SignedWrite {
  const head = newHead();
  const generation = Math.max(1, stored.generation);
  const truth = { scopeId: stored.id, generation, seq: stored.seq + 1, previousHash: sha256(stored.head), hash: sha256(head) };
  return { baseSeq: stored.seq, head, signature: signHead(publicKey, { ...truth, ...falsified }) };
}

/** The first head of a new scope. */
export function firstHead(
  publicKey: string,
  scopeId: string,
  falsified: Partial<SignedHead> = {},
): Pick<SignedWrite, "head" | "signature"> {
  const head = newHead();
  const truth = { scopeId, generation: 1, seq: 1, previousHash: new Uint8Array(32), hash: sha256(head) };
  return { head, signature: signHead(publicKey, { ...truth, ...falsified }) };
}

/** The scope of a pull's reply, or of what a reset reads. */
export function storedOf(reply: Readonly<Record<string, unknown>>): Stored {
  const { scope, heads, head } = reply as { scope: Omit<Stored, "head">; heads?: { head: string }[]; head?: { head: string } };
  return { ...scope, head: (head ?? heads?.at(-1))?.head ?? "" };
}
