/** Compiles a table of phrases into patterns and looks up the meanings in a text. */
import { plain } from "./text.ts";

/**
 * Phrases separated by bars. A space may be missing in the text; `*` matches any letters of the same word. Without it a phrase begins and ends at word boundaries,
 * except in scripts that put no spaces between words.
 */
export type Phrases = string;

const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

function sourceOf(phrase: string): string {
  return phrase
    .split("*")
    .map((part) => (part.trim() === "" ? part : `${/^\s/.test(part) ? " " : ""}${plain(part)}${/\s$/.test(part) ? " " : ""}`))
    .join("\\p{L}*")
    .replaceAll(" ", " ?");
}

/**
 * Word boundaries are checked once for all phrases: the lookup of what is a letter is slow, and doing it per phrase delayed the first menu on every page.
 * @returns a pattern that finds any of the phrases, longer ones first.
 */
function patternOf(phrases: Phrases): RegExp {
  const all = phrases
    .split("|")
    .map((phrase) => phrase.replace(/\s+/g, " ").trim())
    .filter((phrase) => plain(phrase) !== "")
    .sort((a, b) => b.length - a.length);
  const [anywhere, ofWords] = [true, false].map((isAnywhere) =>
    all.filter((phrase) => NO_SPACES.test(phrase) === isAnywhere).map(sourceOf),
  );
  const whole = ofWords?.length ? [`(?<!\\p{L})(?:${ofWords.join("|")})(?!\\p{L})`] : [];
  return new RegExp([...(anywhere ?? []), ...whole].join("|"), "gu");
}

export interface Found<Name> {
  readonly name: Name;
  readonly length: number;
  /** End index in the text. */
  readonly end: number;
}

/** A compiled table of names and phrases. */
export class Lexicon<Name extends string> {
  private readonly rows: readonly (readonly [Name, RegExp])[];

  constructor(table: readonly (readonly [Name, Phrases])[]) {
    this.rows = table.map(([name, phrases]) => [name, patternOf(phrases)]);
  }

  /** Every name whose phrases occur in this text, which must already be `plain`. */
  find(text: string): Found<Name>[] {
    return this.rows.flatMap(([name, pattern]) =>
      Array.from(text.matchAll(pattern), (match) => ({ name, length: match[0].length, end: match.index + match[0].length })),
    );
  }

  has(name: Name, text: string): boolean {
    return this.find(text).some((found) => found.name === name);
  }
}
