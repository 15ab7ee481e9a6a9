/** A field while its role is being found. */
import type { FieldFacts } from "../page/field-facts.ts";
import type { Role } from "../roles.ts";
import type { Guess } from "./guess.ts";

export interface Field {
  readonly facts: FieldFacts;
  readonly guess: Guess;
  /** Null until something has decided. */
  role: Role | null;
}

/** The words of a field that a person reads, and then those of the program. */
export const wordsOf = ({ facts: { texts } }: Field): string =>
  [texts.label, texts.aria, texts.placeholder, texts.near, texts.title, texts.name, texts.id, texts.other]
    .filter((text) => text !== "")
    .join(" \u00b7 ");

export const isText = ({ facts }: Field): boolean => facts.tag === "input" && !facts.hasMask;
