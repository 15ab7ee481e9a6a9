/** Estimates passwords by their patterns in a thread of its own: a long one takes half a second, and typing must not wait for it. */
import type { Estimate, EstimateQuestion } from "./strength-estimate.ts";

/** A file of its own, which Health's thread loads too. */
const patterns = import("./password-patterns.ts");
const BITS_PER_DECIMAL_DIGIT = Math.log2(10);

self.addEventListener("message", async ({ data }: MessageEvent<EstimateQuestion>) => {
  const { checkPatterns } = await patterns;
  const { guessesLog10, score, feedback } = checkPatterns(data.password, data.known);
  const answer: Estimate = {
    ...data,
    bits: guessesLog10 * BITS_PER_DECIMAL_DIGIT,
    score,
    reason: feedback.warning ?? feedback.suggestions[0] ?? "",
  };
  self.postMessage(answer);
});
