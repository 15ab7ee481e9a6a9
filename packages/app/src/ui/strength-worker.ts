/** Estimates passwords by their patterns in a thread of its own: a long one takes half a second, and typing must not wait for it. */
import { checkPatterns } from "./password-patterns.ts";
import type { Estimate, EstimateQuestion } from "./strength-estimate.ts";

const BITS_PER_DECIMAL_DIGIT = Math.log2(10);

self.addEventListener("message", ({ data }: MessageEvent<EstimateQuestion>) => {
  const { guessesLog10, score, feedback } = checkPatterns(data.password, data.known);
  const answer: Estimate = {
    ...data,
    bits: guessesLog10 * BITS_PER_DECIMAL_DIGIT,
    score,
    reason: feedback.warning ?? feedback.suggestions[0] ?? "",
  };
  self.postMessage(answer);
});
