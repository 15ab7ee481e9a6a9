/** Choices that are the same for the same seed. */
import { seededRandom } from "../../../packages/core/src/passwords/testing/seeded-random.ts";

export interface Draw {
  /** A whole number from 0, smaller than `end`. */
  readonly below: (end: number) => number;
  readonly one: <T>(list: readonly [T, ...T[]]) => T;
  /** @returns undefined for an empty list */
  readonly any: <T>(list: readonly T[]) => T | undefined;
  /** @param of - how often in a hundred */
  readonly happens: (of: number) => boolean;
  /** That many bytes in hex. */
  readonly hex: (bytes: number) => string;
  readonly base64Url: (bytes: number) => string;
  readonly uuid: () => string;
}

export function drawBy(seed: number): Draw {
  const random = seededRandom(seed);
  const below = (end: number): number => Buffer.from(random(6)).readUIntBE(0, 6) % end;
  const hex = (bytes: number): string => Buffer.from(random(bytes)).toString("hex");
  return {
    below,
    one: (list) => list[below(list.length)] ?? list[0],
    any: (list) => (list.length > 0 ? list[below(list.length)] : undefined),
    happens: (of) => below(100) < of,
    hex,
    base64Url: (bytes) => Buffer.from(random(bytes)).toString("base64url"),
    uuid: () => {
      const text = hex(16);
      return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-a${text.slice(17, 20)}-${text.slice(20)}`;
    },
  };
}
