/** The score, and its formula in words: next to each other so that they stay in step. */
import type { FindingName } from "./finding-names.ts";
import { findingOf } from "./findings.ts";

export const SCORE_FORMULA =
  "Every login and every card counts the same: 100 points where nothing is found, and what its heaviest finding leaves where something is. The score is their average, rounded down. What you ignore takes nothing off.";

/** The words for a score, the highest first. */
const WORDS: readonly (readonly [from: number, word: string])[] = [
  [100, "Nothing to fix"],
  [85, "In good health"],
  [60, "Some things to mend"],
  [0, "Much to mend"],
];

export const scoreWord = (score: number): string => WORDS.find(([from]) => score >= from)?.[1] ?? "";

/** @param looked - number of examined items. @returns null when there are none. 100 means no findings. */
export function scoreOf(looked: number, found: readonly { readonly id: string; readonly finding: FindingName }[]): number | null {
  if (looked === 0) return null;
  const lost = new Map<string, number>();
  for (const { id, finding } of found) lost.set(id, Math.max(lost.get(id) ?? 0, findingOf(finding).weight));
  const total = [...lost.values()].reduce((sum, weight) => sum + weight, 0);
  return Math.floor((looked * 100 - total) / looked);
}
