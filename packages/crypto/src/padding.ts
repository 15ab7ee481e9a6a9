/** Hides how long a short text is: the marker 0x80, then zeros, to a multiple of 32 bytes, or of 256 above 1 KiB. */

const MARKER = 0x80;
const STEP_BYTES = 32;
const LARGE_STEP_BYTES = 256;
const LARGE_FROM_BYTES = 1024;

/** @param length of the text in bytes. @returns the length with marker and zeros: at least 32; above 1,024 a multiple of 256. */
export function paddedLength(length: number): number {
  const step = length + 1 > LARGE_FROM_BYTES ? LARGE_STEP_BYTES : STEP_BYTES;
  return Math.ceil((length + 1) / step) * step;
}

export function pad(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(paddedLength(bytes.length));
  padded.set(bytes);
  padded[bytes.length] = MARKER;
  return padded;
}

/** @returns a view of `padded`. @throws RangeError unless `pad` of the result gives exactly `padded`. */
export function unpad(padded: Uint8Array): Uint8Array {
  let end = padded.length - 1;
  while (end >= 0 && padded[end] === 0) end -= 1;
  if (end < 0 || padded[end] !== MARKER || paddedLength(end) !== padded.length) throw new RangeError("Bad padding");
  return padded.subarray(0, end);
}
