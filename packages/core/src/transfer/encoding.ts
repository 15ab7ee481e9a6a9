/**
 * Decodes the bytes of a file. If the encoding is not certain, the user is asked: a wrongly decoded byte
 * changes a password silently. No byte ever becomes a replacement character without asking.
 */

/** The encodings offered to the user, by the platform's names; the likeliest first. */
export const ENCODINGS = {
  "windows-1252": "Western European (Windows)",
  "windows-1250": "Central European (Windows)",
  "windows-1251": "Cyrillic (Windows)",
  "windows-1254": "Turkish (Windows)",
  macintosh: "Western European (Mac)",
  shift_jis: "Japanese (Shift JIS)",
  gb18030: "Chinese (GB 18030)",
  big5: "Chinese (Big5)",
  "euc-kr": "Korean (EUC-KR)",
} as const;
export type EncodingId = keyof typeof ENCODINGS;
export const ENCODING_IDS = Object.keys(ENCODINGS) as readonly EncodingId[];

export interface Sample {
  /** A sample around non-ASCII bytes, shown without decoding them. */
  readonly before: string;
  /** The same sample in this encoding. */
  readonly after: string;
}

/** @returns null if the encoding is unclear: then the user decides, with the help of `samplesOf`, and `decodeAs` decodes. */
export function decodeCertain(bytes: Uint8Array): string | null {
  const encoding = byMark(bytes) ?? byZeros(bytes) ?? "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null; // not a text of this encoding
  }
}

/** Whether it is no text in any encoding: each of them has letters above 0x7F, none has many control characters. One or two may be damage in a table. */
export function isBinary(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, LOOKED_AT_BYTES);
  const isControl = (byte: number): boolean => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d);
  return head.filter(isControl).length > Math.max(2, head.length * BINARY_SHARE);
}

export const decodeAs = (bytes: Uint8Array, encoding: EncodingId): string => {
  const text = new TextDecoder(encoding).decode(bytes);
  // Some versions of Node decode Latin-1 instead of Windows-1252: a "€" in a password would become a control character.
  return encoding === "windows-1252" ? text.replace(/[\u0080-\u009F]/g, (one) => HIGH_OF_1252[one.charCodeAt(0) - 0x80] ?? one) : text;
};

/** Windows-1252 from byte 0x80 to 0x9F. */
const HIGH_OF_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const MARKS: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

const byMark = (bytes: Uint8Array): string | undefined => MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1];

const LOOKED_AT_BYTES = 4_096;
/** Share of zero bytes at even or odd positions: the separators and addresses of any file are ASCII. */
const TELLING_SHARE = 0.3;
/** Of compressed or encrypted bytes, one in ten is a control character. */
const BINARY_SHARE = 0.01;

/** Detects UTF-16 without a byte order mark: every second byte of a separator, digit or web address is zero, which no 8-bit text contains. */
function byZeros(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, LOOKED_AT_BYTES);
  const zeros = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros.map((count) => count / Math.max(1, head.length / 2));
  if (odd > TELLING_SHARE && odd > even) return "utf-16le";
  return even > TELLING_SHARE ? "utf-16be" : undefined;
}

/** Characters shown at each side of a non-ASCII one: enough to judge, too few to reveal a password on screen. */
const CONTEXT = 3;

/** How an encoding reads the first non-ASCII places of a file, without duplicates. */
export function samplesOf(bytes: Uint8Array, encoding: EncodingId, most = 4): Sample[] {
  const samples = new Map<string, Sample>();
  for (let at = bytes.findIndex(isHigh); at >= 0 && samples.size < most; ) {
    let end = at;
    while (end < bytes.length && end - at < 16 && (isHigh(bytes[end] ?? 0) || isHigh(bytes[end + 1] ?? 0))) end++;
    const piece = bytes.subarray(at - plainBefore(bytes, at), end + plainAfter(bytes, end));
    const after = decodeAs(piece, encoding);
    samples.set(after, { before: new TextDecoder().decode(piece), after });
    const next = bytes.subarray(end).findIndex(isHigh);
    at = next < 0 ? -1 : end + Math.max(1, next);
  }
  return [...samples.values()];
}

const isHigh = (byte: number): boolean => byte >= 0x80;
/** Letters and digits: a sample ends at a separator, so that it does not run into the next value. */
const isPlainLetter = (byte: number): boolean => !isHigh(byte) && /[a-z0-9]/i.test(String.fromCharCode(byte));

function plainBefore(bytes: Uint8Array, at: number): number {
  let count = 0;
  while (count < CONTEXT && isPlainLetter(bytes[at - count - 1] ?? 0)) count++;
  return count;
}

function plainAfter(bytes: Uint8Array, end: number): number {
  let count = 0;
  while (count < CONTEXT && isPlainLetter(bytes[end + count] ?? 0)) count++;
  return count;
}
