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

/** Stands for an inserted part where a pattern is tried on a text. */
const SOMETHING = "something";

/** @param name - as a step says it, in English @returns what finds the same in both languages */
function inBoth(rows: readonly Words[], name: string | RegExp, isExact: boolean): RegExp {
  const asked = typeof name === "string" ? new RegExp(isExact ? `^${escaped(name)}$` : escaped(name), isExact ? "" : "i") : name;
  const isMeant = ({ english }: Words): boolean =>
    typeof name === "string"
      ? new RegExp(`^${patternOf(english)}$`).test(name) || (!isExact && english.toLowerCase().includes(name.toLowerCase()))
      : asked.test(english) || (PART.test(english) && asked.test(english.replaceAll(PART, SOMETHING)));
  // Few letters next to inserted parts would find anything.
  const others = rows
    .filter((row) => (row.english.search(PART) < 0 || isTelling(row)) && isMeant(row))
    .map(({ other }) => `^${patternOf(other)}$`);
  return new RegExp([asked.source, ...others].join("|"), asked.flags);
}

interface Options {
  readonly name?: string | RegExp;
  readonly exact?: boolean;
}
type Finder = (this: unknown, asked: string | RegExp, options?: Options) => unknown;

/** By role, label, text and placeholder: of this page and of each after it in this process. */
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
}

/** What people have typed in English. */
const TYPED = new Set(["Home", "Work", "Family"]);
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
