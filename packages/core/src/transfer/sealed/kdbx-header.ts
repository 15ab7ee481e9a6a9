/** The unencrypted header of a .kdbx file: key derivation and cipher. */
import { SealedError } from "./keys.ts";

const [SIGNATURE_1, SIGNATURE_2] = [0x9aa2d903, 0xb54bfb67];
const SIGNATURE_OLD = 0xb54bfb65;
/** Header fields by their number in the format. */
export const FIELD = {
  end: 0,
  cipher: 2,
  compression: 3,
  seed: 4,
  kdfSeed: 5,
  rounds: 6,
  iv: 7,
  innerKey: 8,
  startBytes: 9,
  innerStream: 10,
  kdf: 11,
} as const;

const DAMAGED = "This KeePass file is damaged and cannot be opened.";
const OLD = "This is a file of KeePass 1 (.kdb); please open it in KeePass 2 or KeePassXC and save it as .kdbx.";
export const damaged = (): SealedError => new SealedError(DAMAGED);

export interface KdbxHeader {
  readonly major: number;
  readonly fields: ReadonlyMap<number, Uint8Array>;
  /** The whole header, byte for byte. */
  readonly raw: Uint8Array;
}

export const isKdbx = (bytes: Uint8Array): boolean => bytes.length > 12 && viewOf(bytes).getUint32(0, true) === SIGNATURE_1;

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** @throws SealedError when it is of another version, or damaged. */
export function readHeader(bytes: Uint8Array): KdbxHeader {
  const view = viewOf(bytes);
  if (view.getUint32(4, true) === SIGNATURE_OLD || view.getUint32(4, true) !== SIGNATURE_2) throw new SealedError(OLD);
  const major = view.getUint16(10, true);
  if (major !== 3 && major !== 4)
    throw new SealedError(`This KeePass file is of version ${major}, which is not known here; please export it as XML.`);
  const fields = new Map<number, Uint8Array>();
  for (let at = 12; ; ) {
    const id = view.getUint8(at);
    const length = major === 4 ? view.getUint32(at + 1, true) : view.getUint16(at + 1, true);
    const start = at + (major === 4 ? 5 : 3);
    if (start + length > bytes.length) throw damaged();
    fields.set(id, bytes.subarray(start, start + length));
    at = start + length;
    if (id === FIELD.end) return { major, fields, raw: bytes.subarray(0, at) };
  }
}

/** @throws SealedError when the header lacks it. */
export function fieldOf({ fields }: KdbxHeader, id: number): Uint8Array {
  const field = fields.get(id);
  if (!field) throw damaged();
  return field;
}

/** Named values; integers of four or eight bytes become numbers. */
export type Parameters = ReadonlyMap<string, Uint8Array | number>;

export function readParameters(bytes: Uint8Array): Parameters {
  const view = viewOf(bytes);
  const found = new Map<string, Uint8Array | number>();
  for (let at = 2; at < bytes.length && view.getUint8(at) !== 0; ) {
    const type = view.getUint8(at);
    const nameLength = view.getUint32(at + 1, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 5, at + 5 + nameLength));
    const length = view.getUint32(at + 5 + nameLength, true);
    const start = at + 9 + nameLength;
    found.set(
      name,
      type === 0x04 || type === 0x0c
        ? view.getUint32(start, true)
        : type === 0x05 || type === 0x0d
          ? Number(view.getBigUint64(start, true))
          : bytes.subarray(start, start + length),
    );
    at = start + length;
  }
  return found;
}
