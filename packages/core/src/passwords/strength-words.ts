/** How a strength is shown: what `strength.ts` calls it is a code, which is sealed into items. */
import type { StrengthLabel } from "./strength.ts";

const STRENGTH_WORDS: Readonly<Record<StrengthLabel, string>> = {
  "Very Weak": "Very Weak",
  Weak: "Weak",
  Fair: "Fair",
  Strong: "Strong",
  "Very Strong": "Very Strong",
};

/** @param label - what an item has, which may be anything */
export const strengthWords = (label: string): string =>
  Object.hasOwn(STRENGTH_WORDS, label) ? STRENGTH_WORDS[label as StrengthLabel] : label;
