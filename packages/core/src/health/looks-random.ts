/**
 * The quick part of the weakness check: most passwords can be judged by their composition in microseconds. The rest needs the pattern-based estimate, which takes
 * a tenth of a second each (`guessable.ts` has the threshold). "Strong" is only returned when the estimate would agree; a test compares the two.
 */
import { SHORT_PASSWORD } from "./findings.ts";

/** With this many characters outside of words and runs a password is safe, whatever the rest: the estimate counts ten guesses for each, and requires eight. */
const FREE_ENOUGH = 10;
const ENOUGH_DIFFERENT = 8;
/** Shorter words occur by chance. */
const WORD_MIN = 4;
const WORD_MAX = 20;
const RUN_MIN = 3;
/** Further characters can only improve the result, and cost time. */
const LOOKED_AT = 64;

/** Symbols used in place of letters. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  ...{ "@": "a", "4": "a", "3": "e", "1": "i", "!": "i", "0": "o" },
  ...{ $: "s", "5": "s", "7": "t", "8": "b" },
};

const KEY_ROWS = ["1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"];
const PLACE_OF_KEY = new Map(KEY_ROWS.flatMap((row, y) => Array.from(row, (key, x) => [key, { x, y }] as const)));

type Look = "weak" | "strong" | "unsure";

/** Too short to be strong with any characters. */
export const isShort = (password: string): boolean => Array.from(password).length < SHORT_PASSWORD || new Set(password).size < 3;

/** Common password words in lower case, and their prefixes, which rule out most positions of a text quickly. */
export interface Lexicon {
  readonly words: ReadonlySet<string>;
  readonly starts: ReadonlySet<string>;
}

export function lexiconOf(words: Iterable<string>): Lexicon {
  const kept = new Set([...words].filter((word) => word.length >= WORD_MIN));
  return { words: kept, starts: new Set([...kept].map((word) => word.slice(0, WORD_MIN))) };
}

export function lookOf(password: string, lexicon: Lexicon): Look {
  if (isShort(password)) return "weak";
  const keys = Array.from(password.toLowerCase()).slice(0, LOOKED_AT);
  if (isOneWord(keys.join(""), lexicon)) return "weak";
  const explained = inRuns(keys);
  const isOut = () => keys.length - explained.size < FREE_ENOUGH;
  if (isOut() || new Set(keys).size < ENOUGH_DIFFERENT) return "unsure";
  for (const place of inWords(keys, lexicon)) explained.add(place);
  return isOut() ? "unsure" : "strong";
}

/** Just a word, or a word with one character before or after it. */
const isOneWord = (text: string, { words }: Lexicon): boolean => [text, text.slice(1), text.slice(0, -1)].some((part) => words.has(part));

/** Positions of characters that belong to a word, also with symbols for letters, also backwards. */
function inWords(keys: readonly string[], lexicon: Lexicon): Set<number> {
  const places = new Set<number>();
  // Characters of two UTF-16 units would be counted twice; no words contain them.
  if (keys.some((key) => key.length > 1)) return places;
  const last = keys.length - 1;
  const spelled = keys.map((key) => STANDS_FOR[key] ?? key);
  for (const text of new Set([keys.join(""), spelled.join("")])) for (const place of wordPlaces(text, lexicon)) places.add(place);
  for (const text of new Set([keys.toReversed().join(""), spelled.toReversed().join("")]))
    for (const place of wordPlaces(text, lexicon)) places.add(last - place);
  return places;
}

function* wordPlaces(text: string, { words, starts }: Lexicon): Generator<number> {
  for (let start = 0; start + WORD_MIN <= text.length; start++) {
    if (!starts.has(text.slice(start, start + WORD_MIN))) continue;
    for (let end = Math.min(text.length, start + WORD_MAX); end >= start + WORD_MIN; end--) {
      if (!words.has(text.slice(start, end))) continue;
      for (let at = start; at < end; at++) yield at;
      break;
    }
  }
}

/** Positions of characters in runs of at least three: repeated, ascending or descending, digits, or adjacent keys. */
function inRuns(keys: readonly string[]): Set<number> {
  const places = new Set<number>();
  for (const goesOn of [isCounted, areDigits, areNeighbours]) {
    let start = 0;
    for (let at = 1; at <= keys.length; at++) {
      if (at < keys.length && goesOn(keys[at - 1] ?? "", keys[at] ?? "")) continue;
      if (at - start >= RUN_MIN) for (let place = start; place < at; place++) places.add(place);
      start = at;
    }
  }
  return places;
}

const isCounted = (before: string, here: string): boolean => Math.abs((before.codePointAt(0) ?? 0) - (here.codePointAt(0) ?? 0)) <= 1;

const areDigits = (before: string, here: string): boolean => /\d/.test(before) && /\d/.test(here);

function areNeighbours(one: string, other: string): boolean {
  const [a, b] = [PLACE_OF_KEY.get(one), PLACE_OF_KEY.get(other)];
  return a !== undefined && b !== undefined && Math.abs(a.x - b.x) <= 1 && Math.abs(a.y - b.y) <= 1;
}
