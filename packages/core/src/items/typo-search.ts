/** Finds texts despite one wrong, missing, additional or swapped letter per word. Only used when little was found, because the results are guesses. */
import uFuzzy from "@leeoniya/ufuzzy";

/** One mistake per word, never in the first letter; short words and digits have to be exact. For any script, as in the library's documentation. */
const fuzzy = new uFuzzy({
  intraMode: 1,
  unicode: true,
  interSplit: "[^\\p{L}\\p{N}']+",
  intraSplit: "\\p{Ll}\\p{Lu}",
  intraBound: "\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}",
  intraChars: "[\\p{L}\\p{N}']",
  intraContr: "'\\p{L}{1,2}\\b",
});

/** Every letter of a word adds three patterns; longer words are not typed by hand. */
const WORD_MAX_LENGTH = 32;

/**
 * @param texts folded.
 * @param words folded. A word with anything but letters and digits, such as an address or several words in quotes, has to match exactly.
 * @returns the indexes of the texts that contain all words.
 */
export function findDespiteTypos(texts: readonly string[], words: readonly string[]): number[] {
  const all = [...texts];
  let found = [...texts.keys()];
  for (const word of words) {
    if (found.length === 0) break;
    const exact = found.filter((index) => texts[index]?.includes(word));
    const guessed = mayBeMistyped(word) ? (fuzzy.filter(all, word, found) ?? []) : [];
    found = [...new Set([...exact, ...guessed])].sort((a, b) => a - b);
  }
  return found;
}

const mayBeMistyped = (word: string): boolean => word.length <= WORD_MAX_LENGTH && /^[\p{L}\p{N}]+$/u.test(word);
