/** Which option of a list says what is meant. What a person reads there counts before the value behind it, which may be counted from 0 or mean anything. */
import type { Role } from "../roles.ts";
import { numbersIn } from "../words/numbers-in.ts";
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
  const forms = [text, ...known].map(bare);
  const options = Array.from(list).filter((option) => !isCode || !saysMore(option, bare(text)));
  // What it is called first counts first.
  const called = (of: (option: HTMLOptionElement) => string): HTMLOptionElement | undefined => {
    const said = options.map((option) => bare(of(option)));
    return forms.map((form) => options[said.indexOf(form)]).find(Boolean);
  };
  // Numbers from 1 on are a site's own: no country has 1, and none has 2 for its telephones.
  const isCounted = known.length > 0 && options.some(({ value }) => value === (isCode ? "2" : "1"));
  return (
    (role.endsWith("-month") ? monthByPosition(options, Number(text)) : undefined) ??
    called((option) => option.text) ??
    // "04 - April", "Germany (+49)"
    onlyOf(options.filter((option) => numbersIn(option.text).includes(bare(text)))) ??
    called(({ value }) => (isCounted && /^\d+$/.test(value) ? "" : value))
  );
}

/** Some countries have one code, and lists call a part of their numbers a code too: "+1-441" is not "+1". Where the code is shown, the value behind it may be any number. */
const saysMore = ({ text, value }: HTMLOptionElement, code: string): boolean =>
  numbersIn(numbersIn(text).includes(code) ? text : `${text}, ${value}`).some(
    (said) => said.startsWith(code) && said.length > code.length + 2,
  );

/** Some are there twice: among those that are chosen often, too. */
const onlyOf = ([first, ...others]: readonly HTMLOptionElement[]): HTMLOptionElement | undefined =>
  others.every(({ text }) => text === first?.text) ? first : undefined;

/** Months by position, for lists of month names in any language: twelve options without digits, after an optional prompt. */
function monthByPosition(options: readonly HTMLOptionElement[], month: number): HTMLOptionElement | undefined {
  const last = options.slice(-12);
  const isList = last.length === 12 && options.length < 14 && last.every(({ text }) => !/\d/.test(text));
  return isList ? last[month - 1] : undefined;
}
