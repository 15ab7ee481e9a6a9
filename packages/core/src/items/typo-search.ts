/** Finds texts in spite of one wrong, missing, additional or swapped letter per word. For when little was found: guesses are not what was asked for. */
import uFuzzy from "@leeoniya/ufuzzy";

/** One mistake per word, never in its first letter; short words and digits have to be right. Any script, as the library's manual has it. */
const fuzzy = new uFuzzy({
  intraMode: 1,
  unicode: true,
  interSplit: "[^\\p{L}\\p{N}']+",
  intraSplit: "\\p{Ll}\\p{Lu}",
  intraBound: "\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}",
  intraChars: "[\\p{L}\\p{N}']",
  intraContr: "'\\p{L}{1,2}\\b",
});

/** Every letter of a word makes three patterns; nobody mistypes a longer word by hand. */
const WORD_MAX_LENGTH = 32;

/**
 * @param texts folded.
 * @param words folded. A word with anything but letters and digits, such as an address or several words in quotes, has to be there as it is.
 * @returns the indexes of the texts that hold all words.
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
