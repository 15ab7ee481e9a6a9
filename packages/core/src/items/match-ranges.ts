/** The positions in a text at which a search found its words, for highlighting. The search ignores case and accents; the positions are those in the original text. */
import { fold } from "../text.ts";

/** From and to, in UTF-16 units, as `slice` takes them. */
export type Range = readonly [from: number, to: number];

/**
 * @param words - folded, as `searchedWords` gives them.
 * @returns in order, without overlaps; a letter is never separated from its accents.
 */
export function matchRanges(text: string, words: readonly string[]): readonly Range[] {
  const folded = fold(text);
  const hits = words.flatMap((word) => hitsOf(folded, word));
  if (hits.length === 0) return [];
  const places = placesOf(text, folded);
  // A text that folds differently as a whole than character by character gets no marks.
  return places ? joined(hits.map(([from, to]) => [places[from]?.[0] ?? 0, places[to - 1]?.[1] ?? 0] as const)) : [];
}

function hitsOf(folded: string, word: string): Range[] {
  const hits: Range[] = [];
  if (word === "") return hits;
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) hits.push([at, at + word.length]);
  return hits;
}

/** For each unit of the folded text, the range of the original character; null if the two do not match. */
function placesOf(text: string, folded: string): readonly Range[] | null {
  const places: Range[] = [];
  let [seen, at] = ["", 0];
  for (const sign of text) {
    const part = fold(sign);
    const last = places.at(-1);
    // A character that folds to nothing belongs to the letter before it.
    if (part === "" && last) for (let i = places.length - 1; places[i]?.[0] === last[0]; i--) places[i] = [last[0], at + sign.length];
    for (let i = 0; i < part.length; i++) places.push([at, at + sign.length]);
    seen += part;
    at += sign.length;
  }
  return seen === folded ? places : null;
}

function joined(ranges: readonly Range[]): readonly Range[] {
  const whole: Range[] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = whole.at(-1);
    if (last && from <= last[1]) whole[whole.length - 1] = [last[0], Math.max(last[1], to)];
    else whole.push([from, to]);
  }
  return whole;
}
