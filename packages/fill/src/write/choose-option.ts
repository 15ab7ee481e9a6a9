/** Which option of a list says what is meant. What a person reads there counts before the value behind it, which may be counted from 0 or mean anything. */
import type { Role } from "../roles.ts";
import { plain } from "../words/text.ts";

export interface Meant {
  readonly role: Role;
  readonly text: string;
  /** What lists call it, too. */
  readonly known?: readonly string[] | undefined;
}

/** In any spelling; a number without zeros before it. */
const bare = (text: string): string => plain(text).replace(/^0+(?=.)/, "");

/** @returns undefined where none says it, or several might: "Korea" is not "Korea (North)". */
export function optionFor({ options: list }: HTMLSelectElement, { role, text, known = [] }: Meant): HTMLOptionElement | undefined {
  const options = Array.from(list);
  const forms = new Set([text, ...known].map(bare));
  const says = (said: string): boolean => forms.has(bare(said));
  // "04 - April", "Germany (+49)"
  const withNumber = options.filter(({ text: shown }) => /^\+?\d+$/.test(text) && plain(shown).split(" ").some(says));
  // Numbers from 1 on are a site's own: no country has 1.
  const isCounted = known.length > 0 && options.some(({ value }) => value === "1");
  return (
    (role.endsWith("-month") ? monthByPosition(options, Number(text)) : undefined) ??
    options.find(({ text: shown }) => says(shown)) ??
    onlyOf(withNumber) ??
    options.find(({ value }) => says(value) && !(isCounted && /^\d+$/.test(value)))
  );
}

/** Some are there twice: among those that are chosen often, too. */
const onlyOf = ([first, ...others]: readonly HTMLOptionElement[]): HTMLOptionElement | undefined =>
  others.every(({ text }) => text === first?.text) ? first : undefined;

/** Months by position, for lists of month names in any language: twelve options without digits, after an optional prompt. */
function monthByPosition(options: readonly HTMLOptionElement[], month: number): HTMLOptionElement | undefined {
  const isList = (options.length === 12 || options.length === 13) && options.slice(-12).every(({ text }) => !/\d/.test(text));
  return isList ? options.slice(-12)[month - 1] : undefined;
}
