/**
 * Whether a password is no more than a few names and a year, as in "Bayern-Muenchen-1900!": long, of every kind of character, and tried early.
 * The estimate by patterns knows English words and takes everything else for random letters.
 */
import { FAMILIAR_WORDS } from "./familiar-words.ts";

/** What a word counts: a familiar one is one of about a thousand, any other one of about a million. A random one counts for safe alone. */
const FAMILIAR = 1;
const OTHER = 2;
const RANDOM = Number.POSITIVE_INFINITY;
/** With a year, and with any other number or none; there one word at least must be familiar, for the estimate judges the rest. */
const MOST_WITH_YEAR = 4;
const MOST_WITHOUT = 3;
/** Three letters are few whatever they are, and "der", "FC" and "and" are among them. */
const SHORT = 3;
const LONGEST_WORD = 15;
/** More than a date and more than a few separators are not this kind. */
const MOST_DIGITS = 8;
const MOST_SYMBOLS = 3;

const WORD = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{L}+/gu;
const YEAR = /(?:^|\D|\d{4})(?:1[89]\d\d|20[0-4]\d)(?!\d)/;
/** Between letters. */
const IN_PLACE = /(?<=\p{L})[@4301!57$](?=\p{L})/gu;
const LETTER_OF: Readonly<Record<string, string>> = { "@": "a", 4: "a", 3: "e", 0: "o", 1: "i", "!": "i", 5: "s", $: "s", 7: "t" };
/** Letters that do not come apart into a letter and its mark. */
const PLAIN: Readonly<Record<string, string>> = { ß: "ss", ø: "o", ł: "l", đ: "d", ı: "i", æ: "a", œ: "o" };

/** One spelling for "München", "Muenchen" and "Munchen". */
const foldWord = (word: string): string =>
  word
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßøłđıæœ]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/([aou])e/g, "$1");

const FAMILIAR_FOLDED: ReadonlySet<string> = new Set(FAMILIAR_WORDS.map(foldWord));

export function isNamesAndYear(password: string): boolean {
  const spelled = password.replace(IN_PLACE, (symbol) => LETTER_OF[symbol] ?? symbol);
  return [password, spelled].some(isMadeOfFew);
}

function isMadeOfFew(password: string): boolean {
  const text = password.normalize("NFC");
  if (text.replace(/\D/g, "").length > MOST_DIGITS || new Set(text.replace(/[\p{L}\d]/gu, "")).size > MOST_SYMBOLS) return false;
  const words = (text.match(WORD) ?? []).map(foldWord);
  const counts = words.map(countOf);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (!words.some((word) => word.length > SHORT)) return false;
  if (YEAR.test(text)) return total <= MOST_WITH_YEAR;
  return total <= MOST_WITHOUT && words.some((word, at) => word.length > SHORT && (counts[at] ?? RANDOM) % OTHER === FAMILIAR);
}

/** @param word - folded. */
function countOf(word: string): number {
  if (word.length <= SHORT) return FAMILIAR;
  return fewestFamiliar(word) ?? (looksLikeWord(word) ? OTHER : RANDOM);
}

/** How many familiar words a run of letters is made of, as "bayernmunchen"; null when something else is in it. */
function fewestFamiliar(run: string): number | null {
  const fewest: (number | null)[] = [0];
  for (let end = 1; end <= run.length; end++) {
    const found = Array.from({ length: Math.min(end, LONGEST_WORD) }, (_, at) => end - at - 1).flatMap((start) => {
      const before = fewest[start] ?? null;
      return before !== null && FAMILIAR_FOLDED.has(run.slice(start, end)) ? [before + 1] : [];
    });
    fewest.push(found.length === 0 ? null : Math.min(...found));
  }
  return fewest[run.length] ?? null;
}

/** Letters that someone can say; random ones seldom are. */
function looksLikeWord(word: string): boolean {
  const vowels = word.match(/[aeiouy]/g)?.length ?? 0;
  const share = vowels / word.length;
  return word.length <= LONGEST_WORD && share >= 0.2 && share <= 0.7 && !/[^aeiouy]{6}|[aeiou]{4}/.test(word);
}
