/**
 * A relying party of its own, by Node's cryptography and nothing of Coffer: it reads the bytes as the standard describes them, and says false for whatever
 * is not exactly so. Next to `@simplewebauthn/server`, so that one library's leniency does not hide a mistake.
 */
import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";

export interface Expected {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
  readonly flags: number;
}

interface Registered {
  readonly id: string;
  readonly aaguid: string;
  readonly publicKey: KeyObject;
  readonly alg: number;
}

interface Registration {
  readonly id: string;
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string; readonly publicKey?: string };
}
interface Assertion {
  readonly id: string;
  readonly response: { readonly clientDataJSON: string; readonly authenticatorData: string; readonly signature: string };
}

const bytesOf = (text: string): Buffer => Buffer.from(text, "base64url");
const sha256 = (bytes: Buffer | string): Buffer => createHash("sha256").update(bytes).digest();

type Cbor = number | string | Buffer | Map<Cbor, Cbor>;

/** Reads the one item at the start; any other form than the shortest throws. */
function readCbor(bytes: Buffer): readonly [Cbor, Buffer] {
  const first = bytes.readUInt8(0);
  const [major, short] = [first >> 5, first & 31];
  if (short > 25) throw new Error("longer than an authenticator's answer");
  const [length, from] = short < 24 ? [short, 1] : short === 24 ? [bytes.readUInt8(1), 2] : [bytes.readUInt16BE(1), 3];
  if ((short === 24 && length < 24) || (short === 25 && length < 256)) throw new Error("not the shortest form");
  const rest = bytes.subarray(from);
  if (major === 0) return [length, rest];
  if (major === 1) return [-1 - length, rest];
  if (major === 2 || major === 3) {
    if (rest.length < length) throw new Error("cut off");
    const text = rest.subarray(0, length);
    return [major === 2 ? text : text.toString("utf8"), rest.subarray(length)];
  }
  if (major !== 5) throw new Error("not of an authenticator's answer");
  return readMap(length, rest);
}

function readMap(size: number, bytes: Buffer): readonly [Map<Cbor, Cbor>, Buffer] {
  const map = new Map<Cbor, Cbor>();
  let rest = bytes;
  for (let entry = 0; entry < size; entry++) {
    const [key, afterKey] = readCbor(rest);
    const [value, afterValue] = readCbor(afterKey);
    map.set(key, value);
    rest = afterValue;
  }
  return [map, rest];
}

/** As text: the order and spelling count too. */
const isSaid = (clientDataJSON: string, type: string, { challenge, origin }: Expected): boolean =>
  bytesOf(clientDataJSON).toString("utf8") === JSON.stringify({ type, challenge, origin, crossOrigin: false });

/** Hash of the site, flags, and the counter, which must be zero. */
const isAbout = (authData: Buffer, { rpId, flags }: Expected): boolean =>
  authData.subarray(0, 32).equals(sha256(rpId)) && authData.readUInt8(32) === flags && authData.readUInt32BE(33) === 0;

function keyOf(cose: Map<Cbor, Cbor>): { readonly publicKey: KeyObject; readonly alg: number } {
  const text = (label: number): string => (cose.get(label) as Buffer).toString("base64url");
  const kinds: Record<string, () => { readonly [name: string]: string }> = {
    "2/-7/1": () => ({ kty: "EC", crv: "P-256", x: text(-2), y: text(-3) }),
    "1/-8/6": () => ({ kty: "OKP", crv: "Ed25519", x: text(-2) }),
    "3/-257": () => ({ kty: "RSA", n: text(-1), e: text(-2) }),
  };
  const form = [cose.get(1), cose.get(3), ...(typeof cose.get(-1) === "number" ? [cose.get(-1)] : [])].join("/");
  const jwk = kinds[form]?.();
  if (!jwk) throw new Error(`no key of a known kind: ${form}`);
  return { publicKey: createPublicKey({ key: jwk, format: "jwk" }), alg: cose.get(3) as number };
}

/** @returns null when anything is wrong. */
export function readRegistration({ id, response }: Registration, expected: Expected): Registered | null {
  if (!isSaid(response.clientDataJSON, "webauthn.create", expected)) return null;
  const [attestation, after] = readCbor(bytesOf(response.attestationObject));
  if (!(attestation instanceof Map) || after.length > 0) return null;
  const [statement, authData] = [attestation.get("attStmt"), attestation.get("authData")];
  if (attestation.get("fmt") !== "none" || !(statement instanceof Map) || statement.size > 0 || !Buffer.isBuffer(authData)) return null;
  if (!isAbout(authData, expected)) return null;
  const idLength = authData.readUInt16BE(53);
  if (authData.subarray(55, 55 + idLength).toString("base64url") !== id) return null;
  const [cose, rest] = readCbor(authData.subarray(55 + idLength));
  if (!(cose instanceof Map) || rest.length > 0) return null;
  const key = keyOf(cose);
  const spki = key.publicKey.export({ type: "spki", format: "der" });
  if (response.publicKey !== undefined && !spki.equals(bytesOf(response.publicKey))) return null;
  return { id, aaguid: authData.subarray(37, 53).toString("hex"), ...key };
}

export function isSignedIn({ id, response }: Assertion, registered: Registered, expected: Expected): boolean {
  const authData = bytesOf(response.authenticatorData);
  if (id !== registered.id || !isSaid(response.clientDataJSON, "webauthn.get", expected)) return false;
  if (authData.length !== 37 || !isAbout(authData, expected)) return false;
  const signed = Buffer.concat([authData, sha256(bytesOf(response.clientDataJSON))]);
  return verify(registered.alg === -8 ? null : "sha256", signed, registered.publicKey, bytesOf(response.signature));
}
