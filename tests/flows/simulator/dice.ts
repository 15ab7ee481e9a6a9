/** Whatever is left to chance in a history follows from its number. */
import { seededRandom } from "../../../packages/core/src/passwords/testing/seeded-random.ts";

export interface Dice {
  /** From 0 up to, but not including, `end`. */
  readonly below: (end: number) => number;
  readonly one: <T>(list: readonly T[]) => T | undefined;
  readonly some: <T>(list: readonly T[], most: number) => T[];
}

export function diceOf(seed: number): Dice {
  const random = seededRandom(seed);
  const below = (end: number): number => Buffer.from(random(4)).readUInt32BE() % end;
  const one = <T>(list: readonly T[]): T | undefined => list[below(Math.max(1, list.length))];
  const some = <T>(list: readonly T[], most: number): T[] => {
    const left = [...list];
    return Array.from({ length: Math.min(most, list.length) }, () => left.splice(below(left.length), 1)).flat();
  };
  return { below, one, some };
}
