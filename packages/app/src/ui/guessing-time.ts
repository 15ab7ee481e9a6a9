/** How long guessing would take, in words. One assumption for the generator and the meter, shown next to every time. */

/** Tries a second of a well equipped attacker who stole a list that was kept with a fast hash. */
const TRIES_PER_SECOND = 10_000_000_000;
export const GUESSING_ASSUMPTION = "at 10 billion tries a second";

/** From how many seconds on, and what one of them is called. */
const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [31_557_600, "year"],
  [2_629_800, "month"],
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
];
/** In years. Beyond these a number tells nothing. */
const CENTURIES = 200;
const MILLIONS = 2_000_000;
const AGE_OF_THE_UNIVERSE = 13_800_000_000;

/** "3 hours": the time to try half of all possibilities. @param bits - binary logarithm of how many there are. */
export function guessingTime(bits: number): string {
  const seconds = 2 ** (bits - 1) / TRIES_PER_SECOND;
  const [length, name] = UNITS.find(([from]) => seconds >= from) ?? [0, ""];
  if (length === 0) return "less than a second";
  const count = Math.floor(seconds / length);
  if (name !== "year" || count < CENTURIES) return `${count} ${name}${count === 1 ? "" : "s"}`;
  if (count < MILLIONS) return "centuries";
  return count < AGE_OF_THE_UNIVERSE ? "millions of years" : "longer than the universe is old";
}
