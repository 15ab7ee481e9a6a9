/** An estimate of a password by its patterns, in addition to the specified score: what the worker is asked, what it answers, and how that reads. */
import { GUESSING_ASSUMPTION, guessingTime } from "./guessing-time.ts";

export interface EstimateQuestion {
  readonly password: string;
  /** Words an attacker would try first: the user name, the address. */
  readonly known: readonly string[];
}

export interface Estimate {
  /** Binary logarithm of the guesses an attacker needs who knows the patterns. */
  readonly bits: number;
  /** The same from 0 to 4. */
  readonly score: number;
  /** Why it is so few, as a sentence; "" where no reason stands out. */
  readonly reason: string;
}

/** A sentence or two. It is under the specified score and does not repeat its words, so that the two never contradict each other. */
export function estimateWords({ bits, reason }: Pick<Estimate, "bits" | "reason">): string {
  // These are the guesses that are needed; a guessing time is for half of what is possible.
  const time = `Time to guess by its patterns: ${guessingTime(bits + 1)} ${GUESSING_ASSUMPTION}.`;
  return reason ? `${time} ${reason}` : time;
}
