/** Compiles a table of phrases and looks up the meanings in a text. */
import { plain } from "./text.ts";

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

const phrasesOf = (phrases: Phrases): string[] =>
  phrases
    .split("|")
    .map((phrase) => phrase.replace(/\s+/g, " ").trim())
    .filter((phrase) => plain(phrase) !== "")
    .sort((a, b) => b.length - a.length);

const sourceOf = (phrase: string): string =>
  phrase
    .split("*")
    .map((part) => (part.trim() === "" ? part : `${/^\s/.test(part) ? " " : ""}${plain(part)}${/\s$/.test(part) ? " " : ""}`))
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
  const parts = phrase.split(/[* ]+/).map(plain);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), "").slice(0, KEY);
}

/**
 * A compiled table of names and phrases. Phrases without `*` are looked up word by word, by their letters without spaces: a pattern for each row is what the
 * reading of a page would spend most of its time on.
 */
export class Lexicon<Name extends string> {
  private readonly whole = new Map<string, Name[]>();
  private readonly patterns: (readonly [Name, RegExp])[] = [];
  private readonly keys: ReadonlySet<string>;
  private readonly remembered = new Map<string, readonly Found<Name>[]>();
  private readonly ranks: ReadonlyMap<Name, number>;
  private longest = 0;

  constructor(table: readonly (readonly [Name, Phrases])[]) {
    this.ranks = new Map([...new Set(table.map(([name]) => name))].map((name, at) => [name, at]));
    const keys: string[] = [];
    for (const [name, phrases] of table) {
      const all = phrasesOf(phrases);
      const anywhere = all.filter((phrase) => NO_SPACES.test(phrase)).map(sourceOf);
      const open = all.filter((phrase) => !NO_SPACES.test(phrase) && phrase.includes("*")).map(sourceOf);
      for (const phrase of all) if (!NO_SPACES.test(phrase) && !phrase.includes("*")) this.addWhole(name, plain(phrase));
      const source = [...anywhere, ...(open.length > 0 ? [`(?<!\\p{L})(?:${open.join("|")})(?!\\p{L})`] : [])].join("|");
      if (source === "") continue;
      keys.push(...all.filter((phrase) => NO_SPACES.test(phrase) || phrase.includes("*")).map(keyOf));
      this.patterns.push([name, new RegExp(source, "gu")]);
    }
    this.keys = new Set(keys);
  }

  private addWhole(name: Name, phrase: string): void {
    const words = wordsOf(phrase);
    const key = words.map(({ text }) => text).join("");
    this.longest = Math.max(this.longest, key.length);
    const names = this.whole.get(key) ?? [];
    if (!names.includes(name)) this.whole.set(key, [...names, name]);
  }

  /** Every name whose phrases occur in this text, which must already be `plain`, in the order of the table. */
  find(text: string): readonly Found<Name>[] {
    const known = this.remembered.get(text);
    if (known !== undefined) return known;
    const rank = ({ name }: Found<Name>): number => this.ranks.get(name) ?? 0;
    const found = [...this.findWhole(text), ...(this.mayHavePattern(text) ? this.findPatterns(text) : [])].sort(
      (a, b) => rank(a) - rank(b),
    );
    if (this.remembered.size > MOST_REMEMBERED) this.remembered.clear();
    this.remembered.set(text, found);
    return found;
  }

  /** The patterns are tried only where one of them could fit. */
  private mayHavePattern(text: string): boolean {
    for (let at = 0; at < text.length; at++)
      for (let length = 1; length <= KEY; length++) if (this.keys.has(text.slice(at, at + length))) return true;
    return false;
  }

  private findPatterns(text: string): Found<Name>[] {
    return this.patterns.flatMap(([name, pattern]) =>
      Array.from(text.matchAll(pattern), (match) => ({ name, length: match[0].length, end: match.index + match[0].length })),
    );
  }

  /** At each word the longest phrase of a name; the next one of that name begins after it. */
  private findWhole(text: string): Found<Name>[] {
    const words = wordsOf(text);
    const found: Found<Name>[] = [];
    const ends = new Map<Name, number>();
    for (const [at, { start }] of words.entries()) {
      const here = new Map<Name, number>();
      let key = "";
      for (const word of words.slice(at)) {
        key += word.text;
        if (key.length > this.longest) break;
        for (const name of this.whole.get(key) ?? []) if ((ends.get(name) ?? 0) <= start) here.set(name, word.end);
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
