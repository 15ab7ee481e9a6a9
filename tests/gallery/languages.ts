/**
 * The gallery in another language (`--language de`). Its steps name in English what they press: here they find it by the words of the table that the product is built with.
 * And no text of the table is left in English on a page.
 */
import type { Frame, Page } from "@playwright/test";
import { tableOf } from "../../tools/words/files.mjs";

type Table = Readonly<Record<string, string | null>>;

/** What is inserted into a text. */
const PART = /\{\d+\}/g;
/** "text @path" is the row of one file. */
const ofOneFile = (text: string): string => text.replace(/ @[\w./-]+$/, "");
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
/** Too short to be told from a name, or from a word of the other language. */
const LEAST_LETTERS = 4;
const isTelling = ({ english }: Words): boolean => english.replaceAll(PART, "").replaceAll(/[^A-Za-z]/g, "").length >= LEAST_LETTERS;

/** @returns a pattern of a text with its inserted parts */
const patternOf = (text: string): string => text.split(PART).map(escaped).join("(.*)");

interface Words {
  readonly english: string;
  readonly other: string;
}

const rowsOf = (language: string): Words[] =>
  Object.entries(tableOf(language) as Table).flatMap(([text, other]) =>
    other === null || other === ofOneFile(text) ? [] : [{ english: ofOneFile(text), other }],
  );

/** @returns what was put in, by the mark of each part; null where the text is another */
function partsIn(name: string, english: string): ReadonlyMap<string, string> | null {
  const found = new RegExp(`^${patternOf(english)}$`).exec(name);
  return found && new Map((english.match(PART) ?? []).map((mark, at) => [mark, found[at + 1] ?? ""]));
}

/** Stands for an inserted part where a pattern is tried on a text. */
const SOMETHING = "something";
/** Of a pattern: the words that it is sure of from its beginning on. */
const surely = ({ source }: RegExp): string => /^\^?([\w ,.']*)/.exec(source)?.[1] ?? "";

/** @returns a pattern of the other language for the same; none where that row is not meant */
function meant({ english, other }: Words, name: string | RegExp, isExact: boolean): string[] {
  const text = typeof name === "string" ? name : surely(name);
  const parts = partsIn(text, english);
  if (parts)
    return [
      `^${other
        .split(/(\{\d+\})/)
        .map((piece) => escaped(parts.get(piece) ?? piece))
        .join("")}${typeof name === "string" ? "$" : ""}`,
    ];
  const isMeant =
    typeof name === "string"
      ? !isExact && english.toLowerCase().includes(name.toLowerCase())
      : name.test(english) || (english.search(PART) >= 0 && name.test(english.replaceAll(PART, SOMETHING)));
  return isMeant ? [`^${patternOf(other)}$`] : [];
}

/** @param name - as a step says it, in English @returns what finds the same in both languages */
function inBoth(rows: readonly Words[], name: string | RegExp, isExact: boolean): RegExp {
  const asked = typeof name === "string" ? new RegExp(isExact ? `^${escaped(name)}$` : escaped(name), isExact ? "" : "i") : name;
  // Few letters next to inserted parts would find anything.
  const others = rows.flatMap((row) => (row.english.search(PART) < 0 || isTelling(row) ? meant(row, name, isExact) : []));
  return new RegExp([asked.source, ...others].join("|"), asked.flags);
}

interface Options {
  readonly name?: string | RegExp;
  readonly exact?: boolean;
}
interface Filter {
  readonly hasText?: string | RegExp;
}
type Finder = (this: unknown, asked: string | RegExp, options?: Options) => unknown;

/** By role, label, text and placeholder, and by what something has in it: of this page and of each after it in this process. */
export function speak(page: Page, language: string): void {
  const rows = rowsOf(language);
  for (const found of [page.mainFrame(), page.locator("body")]) {
    const finders = Object.getPrototypeOf(found) as Record<string, Finder>;
    const { getByRole, getByText, getByLabel, getByPlaceholder } = finders as Record<string, Finder>;
    finders.getByRole = function (role, { name, exact = false, ...others } = {}) {
      return getByRole?.call(this, role, name === undefined ? others : { ...others, name: inBoth(rows, name, exact) });
    };
    for (const [finder, original] of Object.entries({ getByText, getByLabel, getByPlaceholder }))
      finders[finder] = function (text, { exact = false } = {}) {
        return original?.call(this, inBoth(rows, text, exact));
      };
  }
  const found = Object.getPrototypeOf(page.locator("body")) as { filter: (this: unknown, options: Filter) => unknown };
  const { filter } = found;
  found.filter = function ({ hasText, ...others }) {
    return filter.call(this, hasText === undefined ? others : { ...others, hasText: inBoth(rows, hasText, false) });
  };
}

/** What people have typed in English. */
const TYPED = new Set(["Home", "Work", "Family", "Wi-Fi for guests", "Everyday card", "City Library"]);
/** Of a text with inserted parts: a name that someone typed is like "{0} of {1}", too. */
const LEAST_AROUND = 12;

/** @returns the texts on a page, and the names of what is on it, that the table has another word for */
export async function englishOn(page: Page | Frame, language: string): Promise<string[]> {
  const seen: string[] = await page.evaluate(() => {
    const isShown = (element: Element | null): boolean => element?.checkVisibility({ visibilityProperty: true }) ?? false;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [document.title];
    while (walker.nextNode()) if (isShown(walker.currentNode.parentElement)) texts.push(walker.currentNode.textContent ?? "");
    for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]"))
      if (isShown(element)) for (const name of ["aria-label", "placeholder", "title", "alt"]) texts.push(element.getAttribute(name) ?? "");
    return [...new Set(texts.map((text) => text.replaceAll(/\s+/g, " ").trim()))].filter((text) => text !== "");
  });
  const rows = rowsOf(language).filter(isTelling);
  const others = new Set(rows.map(({ other }) => other));
  const exact = new Set(rows.map(({ english }) => english));
  const patterns = rows
    .filter(({ english }) => /\{\d+\}/.test(english) && english.replaceAll(PART, "").length >= LEAST_AROUND)
    .map(({ english }) => new RegExp(`^${patternOf(english)}$`));
  return seen.filter(
    (text) => !others.has(text) && !TYPED.has(text) && (exact.has(text) || patterns.some((pattern) => pattern.test(text))),
  );
}
