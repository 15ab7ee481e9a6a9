/** Derives the key of a .kdbx file from password and key file. */
import { childOf, parseXml, textIn } from "../xml.ts";
import { FIELD, fieldOf, type KdbxHeader, type Parameters, readParameters, viewOf } from "./kdbx-header.ts";
import { argon2, fromBase64, hexOf, repeatedAes, SealedError, sha256, utf8 } from "./keys.ts";

export interface KdbxSecret {
  /** Empty when there is only a key file. */
  readonly password: string;
  readonly keyFile: Uint8Array | null;
}

const UNKNOWN_KDF = "This KeePass file makes its key in a way that is not known here; please export it as XML.";
const ROUNDS_MAX = 1_000_000_000;

/** Combines password and key file and applies the header's key derivation. 32 bytes. */
export async function transformedKey(header: KdbxHeader, secret: KdbxSecret): Promise<Uint8Array> {
  const parts = [
    ...(secret.password || !secret.keyFile ? [await sha256(utf8(secret.password))] : []),
    ...(secret.keyFile ? [await keyOfFile(secret.keyFile)] : []),
  ];
  const composite = await sha256(...parts);
  if (header.major === 3)
    return byAes(composite, fieldOf(header, FIELD.kdfSeed), Number(viewOf(fieldOf(header, FIELD.rounds)).getBigUint64(0, true)));
  return byParameters(composite, readParameters(fieldOf(header, FIELD.kdf)));
}

const KDFS = {
  aes3: "c9d9f39a628a4460bf740d08c18a4fea",
  aes4: "7c02bb8279a74ac0927d114a00648238",
  argon2d: "ef636ddf8c29444b91f7a9a403e30a0c",
  argon2id: "9e298b1956db4773b23dfc3ec6f0a1e6",
} as const;

function byParameters(composite: Uint8Array, parameters: Parameters): Promise<Uint8Array> {
  const bytes = (name: string): Uint8Array => {
    const value = parameters.get(name);
    if (!(value instanceof Uint8Array)) throw new SealedError(UNKNOWN_KDF);
    return value;
  };
  const number = (name: string): number => Number(parameters.get(name));
  const kdf = hexOf(bytes("$UUID"));
  if (kdf === KDFS.aes3 || kdf === KDFS.aes4) return byAes(composite, bytes("S"), number("R"));
  if (kdf !== KDFS.argon2d && kdf !== KDFS.argon2id) throw new SealedError(UNKNOWN_KDF);
  const type = kdf === KDFS.argon2d ? "d" : "id";
  return argon2(composite, bytes("S"), { type, memoryKib: number("M") / 1024, iterations: number("I"), parallelism: number("P") });
}

async function byAes(composite: Uint8Array, seed: Uint8Array, rounds: number): Promise<Uint8Array> {
  if (rounds > ROUNDS_MAX) throw new SealedError(UNKNOWN_KDF);
  const halves = await Promise.all([composite.subarray(0, 16), composite.subarray(16)].map((half) => repeatedAes(seed, half, rounds)));
  return sha256(...halves);
}

/** Key file formats from the newest to the oldest; any other file is hashed. */
async function keyOfFile(file: Uint8Array): Promise<Uint8Array> {
  const text = new TextDecoder().decode(file);
  const xml = text.includes("<KeyFile") ? parseXml(text) : null;
  const data = textIn(childOf(xml ?? undefined, "Key"), "Data");
  if (xml && data) {
    const isSecond = /^2/.test(textIn(childOf(xml, "Meta"), "Version").trim());
    const key = isSecond ? fromHex(data.replace(/\s/g, "")) : fromBase64(data);
    if (key) return key;
  }
  if (file.length === 32) return file;
  return file.length === 64 && /^[\da-f]{64}$/i.test(text) ? fromHex(text) : sha256(file);
}

const fromHex = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
