/** Phrases of a table as one pattern, and the meaning of a text by them. */
import { plain } from "./text.ts";

/**
 * Phrases, one between two bars. A space may be missing in the text; `*` stands for any letters of the same word. Without it a phrase begins and ends where words do,
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
 * The ends of words are said once for all phrases: a browser looks up what a letter is wherever a pattern asks, and a thousand times of that held every page's first menu up.
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
  /** Where it ends in the text. */
  readonly end: number;
}

/** A table of names and phrases, ready to be asked. */
export class Lexicon<Name extends string> {
  private readonly rows: readonly (readonly [Name, RegExp])[];

  constructor(table: readonly (readonly [Name, Phrases])[]) {
    this.rows = table.map(([name, phrases]) => [name, patternOf(phrases)]);
  }

  /** Every name whose phrases stand in this text, which is plain already. */
  find(text: string): Found<Name>[] {
    return this.rows.flatMap(([name, pattern]) =>
      Array.from(text.matchAll(pattern), (match) => ({ name, length: match[0].length, end: match.index + match[0].length })),
    );
  }

  has(name: Name, text: string): boolean {
    return this.find(text).some((found) => found.name === name);
  }
}
