/** Estimates passwords by their patterns in a thread of its own: a long one takes half a second, and typing must not wait for it. */
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as common } from "@zxcvbn-ts/language-common";
import { dictionary as english, translations } from "@zxcvbn-ts/language-en";
import type { Estimate, EstimateQuestion } from "./strength-estimate.ts";

/** In characters. The time grows faster than the length, and what comes after can only make it better. */
const LOOKED_AT_LENGTH = 64;
const BITS_PER_DECIMAL_DIGIT = Math.log2(10);

const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  translations,
  maxLength: LOOKED_AT_LENGTH,
});

self.addEventListener("message", ({ data }: MessageEvent<EstimateQuestion>) => {
  const { guessesLog10, score, feedback } = estimator.check(data.password, [...data.known]);
  const answer: Estimate = {
    ...data,
    bits: guessesLog10 * BITS_PER_DECIMAL_DIGIT,
    score,
    reason: feedback.warning ?? feedback.suggestions[0] ?? "",
  };
  self.postMessage(answer);
});
