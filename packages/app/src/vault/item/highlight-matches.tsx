/** A text with what was searched for marked in it. */
import { matchRanges } from "@coffer/core/items/match-ranges";
import type { ReactNode } from "react";

/** @param words - as `searchedWords` gives them; without any the text is given back as it is. */
export function highlightMatches(text: string, words: readonly string[]): ReactNode {
  const ranges = words.length === 0 ? [] : matchRanges(text, words);
  if (ranges.length === 0) return text;
  return [
    ...ranges.flatMap(([from, to], index) => [
      text.slice(ranges[index - 1]?.[1] ?? 0, from),
      <mark key={from}>{text.slice(from, to)}</mark>,
    ]),
    text.slice(ranges.at(-1)?.[1] ?? 0),
  ];
}
