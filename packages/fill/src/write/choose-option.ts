/** Which option of a list says what is meant. What a person reads there counts before the value behind it, which may be counted from 0 or mean anything. */
import type { Role } from "../roles.ts";
import { codesIn } from "../words/telephone-codes.ts";
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
  const isCode = role === "tel-country-code";
  const options = Array.from(list).filter((option) => !isCode || mayHaveCode(option, bare(text)));
  const forms = [...new Set([text, ...known].map(bare))];
  // What it is called first counts first.
  const called = (of: (option: HTMLOptionElement) => string): HTMLOptionElement | undefined => {
    const by = new Map(options.toReversed().map((option) => [bare(of(option)), option]));
    return by.get(forms.find((form) => by.has(form)) ?? "\0");
  };
  // "04 - April", "Germany (+49)"
  const withNumber = options.filter(
    ({ text: shown }) => /^\+?\d+$/.test(text) && (isCode ? codesIn(shown) : plain(shown).split(" ").map(bare)).includes(bare(text)),
  );
  // Numbers from 1 on are a site's own: no country has 1, and none has 2 for its telephones.
  const isCounted = known.length > 0 && options.some(({ value }) => value === (isCode ? "2" : "1"));
  return (
    (role.endsWith("-month") ? monthByPosition(options, Number(text)) : undefined) ??
    called(({ text: shown }) => shown) ??
    onlyOf(withNumber) ??
    called(({ value }) => (isCounted && /^\d+$/.test(value) ? "" : value))
  );
}

/** Some countries have one code, and lists call a part of their numbers a code too: "+1-441" is not "+1". */
function mayHaveCode({ text, value }: HTMLOptionElement, code: string): boolean {
  const said = codesIn(text);
  return said.length > 0 ? said.includes(code) : !new RegExp(`^\\+?${code}[ -]?\\d{3,4}$`).test(value);
}

/** Some are there twice: among those that are chosen often, too. */
const onlyOf = ([first, ...others]: readonly HTMLOptionElement[]): HTMLOptionElement | undefined =>
  others.every(({ text }) => text === first?.text) ? first : undefined;

/** Months by position, for lists of month names in any language: twelve options without digits, after an optional prompt. */
function monthByPosition(options: readonly HTMLOptionElement[], month: number): HTMLOptionElement | undefined {
  const isList = (options.length === 12 || options.length === 13) && options.slice(-12).every(({ text }) => !/\d/.test(text));
  return isList ? options.slice(-12)[month - 1] : undefined;
}
