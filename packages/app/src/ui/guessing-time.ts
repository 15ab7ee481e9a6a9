/** How long guessing would take, in words. One assumption for the generator and the meter, shown next to every time. */

import { plural } from "@coffer/core/text";

/** Tries a second of a well equipped attacker who stole a list that was kept with a fast hash. */
const TRIES_PER_SECOND = 10_000_000_000;
export const GUESSING_ASSUMPTION = "at 10 billion tries a second";

const YEAR = 31_557_600;

/** From how many seconds on, and how many of them are called. */
const UNITS: readonly (readonly [seconds: number, called: (count: number) => string])[] = [
  [YEAR, (count) => plural(count, "year")],
  [2_629_800, (count) => plural(count, "month")],
  [86_400, (count) => plural(count, "day")],
  [3_600, (count) => plural(count, "hour")],
  [60, (count) => plural(count, "minute")],
  [1, (count) => plural(count, "second")],
];
/** In years. Beyond these a number tells nothing. */
const CENTURIES = 200;
const MILLIONS = 2_000_000;
const AGE_OF_THE_UNIVERSE = 13_800_000_000;

/** "3 hours": the time to try half of all possibilities. @param bits - binary logarithm of how many there are. */
export function guessingTime(bits: number): string {
  const seconds = 2 ** (bits - 1) / TRIES_PER_SECOND;
  const unit = UNITS.find(([from]) => seconds >= from);
  if (!unit) return "less than a second";
  const [length, called] = unit;
  const count = Math.floor(seconds / length);
  if (length !== YEAR || count < CENTURIES) return called(count);
  if (count < MILLIONS) return "centuries";
  return count < AGE_OF_THE_UNIVERSE ? "millions of years" : "longer than the universe is old";
}
