/** Uniform choices from random bytes. Every generator uses this picker. */

/** Returns that many random bytes; passed as an argument so that tests can control it. */
export type Random = (length: number) => Uint8Array;

const WORD = 0x1_0000;
const BUFFER_BYTES = 64;

export interface Picker {
  /** A whole number from 0 to `count` - 1, each equally likely. @param count - 1 to 65536. */
  readonly index: (count: number) => number;
  /** One of a list or a string of single-unit characters. @throws when it is empty: that is a bug in the caller. */
  readonly one: <T>(list: ArrayLike<T>) => T;
  /** The list in a random order (Fisher-Yates). */
  readonly shuffle: <T>(list: readonly T[]) => T[];
}

export function createPicker(random: Random): Picker {
  let bytes = new Uint8Array();
  let at = 0;

  function nextWord(): number {
    if (at + 2 > bytes.length) {
      bytes = Uint8Array.from(random(BUFFER_BYTES));
      at = 0;
    }
    const word = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    at += 2;
    return word;
  }

  function index(count: number): number {
    if (!Number.isInteger(count) || count < 1 || count > WORD) throw new RangeError("nothing to choose from");
    const limit = WORD - (WORD % count);
    // Values above the last whole multiple would make the first choices likelier, so they are redrawn (rejection sampling).
    for (let word = nextWord(); ; word = nextWord()) if (word < limit) return word % count;
  }

  function one<T>(list: ArrayLike<T>): T {
    return list[index(list.length)] as T; // index is below length
  }

  function shuffle<T>(list: readonly T[]): T[] {
    const shuffled = [...list];
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = index(last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
    }
    return shuffled;
  }

  return { index, one, shuffle };
}
