/** Compiles a table of phrases and looks up the meanings in a text. */
import { plainOnce } from "./text.ts";

/**
 * Phrases separated by bars. A space may be missing in the text; `*` matches any letters of the same word. Without it a phrase begins and ends at word boundaries,
 * except in scripts that put no spaces between words.
 */
export type Phrases = string;

export interface Found<Name> {
  readonly name: Name;
  readonly length: number;
  /** End index in the text. */
  readonly end: number;
}

const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const KEY = 3;
/** A page has the same words at many fields; a hostile one could have endlessly many. */
const MOST_REMEMBERED = 4000;

const hasNoSpaces = (phrase: string): boolean => !ASCII.test(phrase) && NO_SPACES.test(phrase);
const ASCII = /^[\0-\x7f]*$/;

const phrasesOf = (phrases: Phrases): string[] =>
  phrases
    .split("|")
    .map((phrase) => phrase.replace(/\s+/g, " ").trim())
    .filter((phrase) => /[\p{L}\p{N}]/u.test(phrase));

const sourceOf = (phrase: string): string =>
  phrase
    .split("*")
    .map((part) => (part.trim() === "" ? part : `${/^\s/.test(part) ? " " : ""}${plainOnce(part)}${/\s$/.test(part) ? " " : ""}`))
    .join("\\p{L}*")
    .replaceAll(" ", " ?");

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Runs of letters and runs of digits. */
const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(/\p{L}+|[^\p{L}\s]+/gu), ({ 0: word, index }) => ({ text: word, start: index, end: index + word.length }));

/** Letters that a text has if the phrase is in it: the first of its longest part. */
function keyOf(phrase: string): string {
  const parts = phrase.split(/[* ]+/).map(plainOnce);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), "").slice(0, KEY);
}

/** A table, prepared for looking texts up in it. */
interface Compiled<Name> {
  /** By their letters without spaces. */
  readonly whole: ReadonlyMap<string, readonly Name[]>;
  readonly patterns: readonly (readonly [Name, RegExp])[];
  readonly keys: ReadonlySet<string>;
  readonly ranks: ReadonlyMap<Name, number>;
  readonly longest: number;
}

function compiled<Name>(table: readonly (readonly [Name, Phrases])[]): Compiled<Name> {
  const ranks = new Map([...new Set(table.map(([name]) => name))].map((name, at) => [name, at]));
  const whole = new Map<string, Name[]>();
  const patterns: (readonly [Name, RegExp])[] = [];
  const keys = new Set<string>();
  let longest = 0;
  for (const [name, phrases] of table) {
    const { fixed, anywhere, open } = sorted(phrases);
    for (const phrase of fixed) {
      const key = plainOnce(phrase).replaceAll(" ", "");
      longest = Math.max(longest, key.length);
      const names = whole.get(key);
      if (names === undefined) whole.set(key, [name]);
      else if (!names.includes(name)) names.push(name);
    }
    const source = [
      ...anywhere.map(sourceOf),
      ...(open.length > 0 ? [`(?<!\\p{L})(?:${open.map(sourceOf).join("|")})(?!\\p{L})`] : []),
    ].join("|");
    if (source === "") continue;
    for (const phrase of [...anywhere, ...open]) keys.add(keyOf(phrase));
    patterns.push([name, new RegExp(source, "gu")]);
  }
  return { whole, patterns, keys, ranks, longest };
}

/** Those that are looked up, and those that are searched for: in scripts without spaces, and with letters left open. */
function sorted(phrases: Phrases): Readonly<Record<"fixed" | "anywhere" | "open", readonly string[]>> {
  const all = phrasesOf(phrases);
  const longestFirst = (some: string[]): string[] => some.sort((a, b) => b.length - a.length);
  const isSearched = (phrase: string): boolean => phrase.includes("*") || hasNoSpaces(phrase);
  const searched = longestFirst(all.filter(isSearched));
  return {
    fixed: all.filter((phrase) => !isSearched(phrase)),
    anywhere: searched.filter(hasNoSpaces),
    open: searched.filter((phrase) => !hasNoSpaces(phrase)),
  };
}

/**
 * A table of names and phrases, compiled when it is first asked: the script is placed in pages more often than a page is read. Phrases without `*` are looked up word by
 * word, by their letters without spaces: a pattern for each row is what the reading of a page would spend most of its time on.
 */
export class Lexicon<Name extends string> {
  private readonly table: readonly (readonly [Name, Phrases])[];
  private made: Compiled<Name> | null = null;
  private readonly remembered = new Map<string, readonly Found<Name>[]>();

  constructor(table: readonly (readonly [Name, Phrases])[]) {
    this.table = table;
  }

  private get compiled(): Compiled<Name> {
    this.made ??= compiled(this.table);
    return this.made;
  }

  /** Every name whose phrases occur in this text, which must already be `plain`, in the order of the table. */
  find(text: string): readonly Found<Name>[] {
    const known = this.remembered.get(text);
    if (known !== undefined) return known;
    const { ranks } = this.compiled;
    const rank = ({ name }: Found<Name>): number => ranks.get(name) ?? 0;
    const found = [...this.findWhole(text), ...(this.mayHavePattern(text) ? this.findPatterns(text) : [])];
    if (found.length > 1) found.sort((a, b) => rank(a) - rank(b));
    if (this.remembered.size > MOST_REMEMBERED) this.remembered.clear();
    this.remembered.set(text, found);
    return found;
  }

  /** The patterns are tried only where one of them could fit. */
  private mayHavePattern(text: string): boolean {
    const { keys } = this.compiled;
    for (let at = 0; at < text.length; at++)
      for (let length = 1; length <= KEY; length++) if (keys.has(text.slice(at, at + length))) return true;
    return false;
  }

  private findPatterns(text: string): Found<Name>[] {
    return this.compiled.patterns.flatMap(([name, pattern]) =>
      Array.from(text.matchAll(pattern), (match) => ({ name, length: match[0].length, end: match.index + match[0].length })),
    );
  }

  /** At each word the longest phrase of a name; the next one of that name begins after it. */
  private findWhole(text: string): Found<Name>[] {
    const { whole, longest } = this.compiled;
    const words = wordsOf(text);
    const found: Found<Name>[] = [];
    const ends = new Map<Name, number>();
    for (const [at, { start }] of words.entries()) {
      const here = new Map<Name, number>();
      let key = "";
      for (const word of words.slice(at)) {
        key += word.text;
        if (key.length > longest) break;
        for (const name of whole.get(key) ?? []) if ((ends.get(name) ?? 0) <= start) here.set(name, word.end);
      }
      for (const [name, end] of here) {
        ends.set(name, end);
        found.push({ name, length: end - start, end });
      }
    }
    return found;
  }

  has(name: Name, text: string): boolean {
    return this.find(text).some((found) => found.name === name);
  }
}
