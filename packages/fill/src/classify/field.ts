/** A field while its role is being determined. */
import type { FieldFacts } from "../page/field-facts.ts";
import type { Role } from "../roles.ts";
import type { Guess } from "./guess.ts";

export interface Field {
  readonly facts: FieldFacts;
  readonly guess: Guess;
  /** Null until decided. */
  role: Role | null;
  /** What its role was weighed by: `tests/gym/fit.mjs` learns from it. */
  weighed?: readonly string[];
}

const joined = new WeakMap<FieldFacts["texts"], string>();

/** The texts of a field: first those the user reads, then those from the markup. */
export function wordsOf({ facts: { texts } }: Pick<Field, "facts">): string {
  const known = joined.get(texts);
  if (known !== undefined) return known;
  let words = "";
  for (const text of [texts.label, texts.aria, texts.placeholder, texts.near, texts.title, texts.name, texts.id, texts.other])
    if (text !== "") words = words === "" ? text : `${words} \u00b7 ${text}`;
  joined.set(texts, words);
  return words;
}

export const isText = ({ facts }: Field): boolean => facts.tag === "input" && !facts.hasMask;
