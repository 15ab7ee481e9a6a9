/** Random bytes that are the same in every run, for tests of distributions. Not for keys. */
import type { Random } from "../random-picker.ts";

/** Mulberry32: small, fast and even enough for a chi-square test. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const nextByte = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 16) & 0xff;
  };
  return (length) => Uint8Array.from({ length }, nextByte);
}

/**
 * How far counts are from even, in standard deviations of the chi-square distribution (its normal approximation, good for many cells).
 * A fair source stays below 5.
 */
export function unevenness(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const degrees = counts.length - 1;
  return (chiSquare - degrees) / Math.sqrt(2 * degrees);
}
