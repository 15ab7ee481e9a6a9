/** Decrypts KeePass's .kdbx files, versions 3.1 and 4, to the XML inside. Files encrypted with Twofish are reported, not opened. */
import { chacha20 } from "@noble/ciphers/chacha.js";
import { salsa20 } from "@noble/ciphers/salsa.js";
import { inflate, joined } from "../archive/inflate.ts";
import type { UnpackBudget } from "../archive/limits.ts";
import { parseXml, type XmlElement } from "../xml.ts";
import { damaged, FIELD, fieldOf, type KdbxHeader, readHeader, viewOf } from "./kdbx-header.ts";
import { type KdbxSecret, transformedKey } from "./kdbx-key.ts";
import { fromBase64, hexOf, hmacSha256, isSame, openAesCbc, SealedError, sha256, sha512 } from "./keys.ts";

const WRONG_KEY = "This password, or this key file, does not open the file. Please try again.";
const wrongKey = (): SealedError => new SealedError(WRONG_KEY, true);
const CIPHERS = { aes: "31c1f2e6bf714350be5805216afc5aff", chacha: "d6038a2b8b6f4cb5a524339a31dbb59a" } as const;
const UNKNOWN_CIPHER =
  "This KeePass file is encrypted with Twofish or a cipher that is not known here; please save it with AES or ChaCha20, or export it as XML.";

/** @returns the root element, with every protected value decrypted. @throws SealedError, ArchiveError */
export async function openKdbx(bytes: Uint8Array, secret: KdbxSecret, budget: UnpackBudget): Promise<XmlElement> {
  try {
    const header = readHeader(bytes);
    const transformed = await transformedKey(header, secret);
    const rest = bytes.subarray(header.raw.length);
    const { xml, stream } =
      header.major === 3 ? await openThird(header, rest, transformed, budget) : await openFourth(header, rest, transformed, budget);
    const root = parseXml(new TextDecoder().decode(xml));
    if (!root) throw damaged();
    return opened(root, stream);
  } catch (error) {
    if (error instanceof RangeError) throw damaged(); // a length beyond the end
    throw error;
  }
}

interface Inside {
  readonly xml: Uint8Array;
  /** Decrypts the protected values, one after the other. */
  readonly stream: (sealed: Uint8Array) => Uint8Array;
}

const START_BYTES = 32;

async function openThird(header: KdbxHeader, rest: Uint8Array, transformed: Uint8Array, budget: UnpackBudget): Promise<Inside> {
  const key = await sha256(fieldOf(header, FIELD.seed), transformed);
  const whole = await decipher(header, key, rest);
  if (!whole || !isSame(whole.subarray(0, START_BYTES), fieldOf(header, FIELD.startBytes))) throw wrongKey();
  const pieces: Uint8Array[] = [];
  const view = viewOf(whole);
  for (let at = START_BYTES; ; ) {
    const size = view.getUint32(at + 36, true);
    if (size === 0) break;
    const piece = whole.subarray(at + 40, at + 40 + size);
    if (!isSame(await sha256(piece), whole.subarray(at + 4, at + 36))) throw damaged();
    pieces.push(piece);
    at += 40 + size;
  }
  const stream = await streamOf(viewOf(fieldOf(header, FIELD.innerStream)).getUint32(0, true), fieldOf(header, FIELD.innerKey));
  return { xml: await unpacked(header, joined(pieces), budget), stream };
}

const HASH = 32;

async function openFourth(header: KdbxHeader, rest: Uint8Array, transformed: Uint8Array, budget: UnpackBudget): Promise<Inside> {
  const seed = fieldOf(header, FIELD.seed);
  if (!isSame(await sha256(header.raw), rest.subarray(0, HASH))) throw damaged();
  const macKey = await sha512(seed, transformed, Uint8Array.of(1));
  const headerKey = await sha512(new Uint8Array(8).fill(0xff), macKey);
  if (!isSame(await hmacSha256(headerKey, header.raw), rest.subarray(HASH, 2 * HASH))) throw wrongKey();
  const sealed = joined(await blocksOf(rest.subarray(2 * HASH), macKey));
  const whole = await decipher(header, await sha256(seed, transformed), sealed);
  if (!whole) throw damaged();
  const inside = await unpacked(header, whole, budget);
  return readInnerHeader(inside);
}

async function blocksOf(bytes: Uint8Array, macKey: Uint8Array): Promise<Uint8Array[]> {
  const view = viewOf(bytes);
  const blocks: Uint8Array[] = [];
  for (let at = 0, index = 0; ; index++) {
    const size = view.getUint32(at + HASH, true);
    const piece = bytes.subarray(at + HASH + 4, at + HASH + 4 + size);
    const number = new Uint8Array(8);
    viewOf(number).setBigUint64(0, BigInt(index), true);
    const tag = await hmacSha256(await sha512(number, macKey), number, bytes.subarray(at + HASH, at + HASH + 4), piece);
    if (piece.length !== size || !isSame(tag, bytes.subarray(at, at + HASH))) throw damaged();
    if (size === 0) return blocks;
    blocks.push(piece);
    at += HASH + 4 + size;
  }
}

const INNER = { end: 0, stream: 1, key: 2 } as const;

async function readInnerHeader(bytes: Uint8Array): Promise<Inside> {
  const view = viewOf(bytes);
  let [id, key]: [number, Uint8Array] = [0, new Uint8Array()];
  for (let at = 0; ; ) {
    const field = view.getUint8(at);
    const length = view.getUint32(at + 1, true);
    if (field === INNER.stream) id = view.getUint32(at + 5, true);
    if (field === INNER.key) key = bytes.subarray(at + 5, at + 5 + length);
    at += 5 + length;
    if (field === INNER.end) return { xml: bytes.subarray(at), stream: await streamOf(id, key) };
  }
}

async function decipher(header: KdbxHeader, key: Uint8Array, sealed: Uint8Array): Promise<Uint8Array | null> {
  const cipher = hexOf(fieldOf(header, FIELD.cipher));
  const iv = fieldOf(header, FIELD.iv);
  if (cipher === CIPHERS.aes) return openAesCbc(key, iv, sealed);
  if (cipher === CIPHERS.chacha) return chacha20(key, iv, sealed);
  throw new SealedError(UNKNOWN_CIPHER);
}

const unpacked = async (header: KdbxHeader, bytes: Uint8Array, budget: UnpackBudget): Promise<Uint8Array> =>
  fieldOf(header, FIELD.compression)[0] === 1 ? inflate(bytes, "gzip", budget) : bytes;

const [SALSA20, CHACHA20] = [2, 3];
const SALSA_NONCE = Uint8Array.of(0xe8, 0x30, 0x09, 0x4b, 0x97, 0x20, 0x5d, 0x2a);

async function streamOf(id: number, key: Uint8Array): Promise<Inside["stream"]> {
  if (id === SALSA20) {
    const hashed = await sha256(key);
    return (sealed) => salsa20(hashed, SALSA_NONCE, sealed);
  }
  if (id !== CHACHA20) return (sealed) => sealed;
  const hashed = await sha512(key);
  return (sealed) => chacha20(hashed.subarray(0, 32), hashed.subarray(32, 44), sealed);
}

/** All protected values share one stream, in document order. */
function opened(root: XmlElement, stream: Inside["stream"]): XmlElement {
  const sealed = [...protectedIn(root)];
  const pieces = sealed.map(({ text }) => fromBase64(text) ?? new Uint8Array());
  const plain = stream(joined(pieces));
  const texts = new Map<XmlElement, string>();
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const element = sealed[index];
    if (element) texts.set(element, new TextDecoder().decode(plain.subarray(at, at + piece.length)));
    at += piece.length;
  }
  return withTexts(root, texts);
}

function* protectedIn(element: XmlElement): Generator<XmlElement> {
  if (/^true$/i.test(element.attributes.Protected ?? "")) yield element;
  for (const child of element.children) yield* protectedIn(child);
}

const withTexts = (element: XmlElement, texts: ReadonlyMap<XmlElement, string>): XmlElement => ({
  ...element,
  text: texts.get(element) ?? element.text,
  children: element.children.map((child) => withTexts(child, texts)),
});
