/**
 * What lists of countries and states call a place: its codes, and its names in the languages of most pages. The browser knows the names of countries; what it does not know is in a file
 * (`public/list-names.json`, the codes of ISO 3166), which is read where a person is filled in, and no part of the worker's memory otherwise.
 */
import type { CardScheme } from "@coffer/core/items/card-number";
import { plain, plainOnce } from "@coffer/fill/words/text";
import { packagedTable } from "../packaged-table.ts";

export interface Places {
  /** By its code of two letters, the one of three, and what else it is called: "DEU|…". */
  readonly countries: Readonly<Record<string, string>>;
  /** By country, its states, each with its code and its names: "BY|Bayern|Bavaria". */
  readonly states: Readonly<Record<string, readonly string[]>>;
  /** By a code of telephones (ITU-T E.164), the countries that have it; the first has most of the numbers. */
  readonly dials: Readonly<Record<string, string>>;
  /** By the scheme of a card, what lists call it. */
  readonly cards: Readonly<Partial<Record<CardScheme, string>>>;
}

let read: Promise<Places> | null = null;

/** @returns none where the file does not come: then lists are chosen from by what the vault says alone. */
export async function places(): Promise<Places> {
  read ??= packagedTable<Places>("list-names.json");
  return read.catch(() => {
    read = null;
    return { countries: {}, states: {}, dials: {}, cards: {} };
  });
}

/** None in which two countries have one name: then it could be either. */
const LANGUAGES =
  "en de fr es it pt nl pl sv da nb fi cs sk hu ro bg el tr ru uk ar fa he ja ko zh zh-TW vi id ms ca hr sl sr lt lv et".split(" ");
/** There are two of it; and a name of few letters, as Austria and Russia have in Vietnamese, is a code of another one. */
const UNCERTAIN = /^(?:[ck]ongo|[a-z]{2,3})$/;

let inAll: readonly Intl.DisplayNames[] | null = null;

/** In each language, as it is written there in full and in short. */
function namesInAll(): readonly Intl.DisplayNames[] {
  inAll ??= LANGUAGES.flatMap((language) =>
    (["long", "short"] as const).map((style) => new Intl.DisplayNames([language], { type: "region", style, fallback: "none" })),
  );
  return inAll;
}

/** By what a table was made of: the code of each name, in all languages. */
const byName = new WeakMap<object, Map<string, string>>();

/** Made once: a page may send any number of texts that are no country, and each would be compared with all names. */
function codesByName(countries: Places["countries"]): ReadonlyMap<string, string> {
  const known = byName.get(countries);
  if (known) return known;
  const made = new Map<string, string>();
  const add = (code: string, name: string): unknown => made.has(name) || made.set(name, code);
  const all = Object.entries(countries);
  // What the file says counts first.
  for (const [code, names] of all) for (const name of [code, ...names.split("|")]) add(code, plainOnce(name));
  for (const [code] of all)
    for (const names of namesInAll()) {
      const name = plainOnce(names.of(code) ?? "");
      if (!UNCERTAIN.test(name)) add(code, name);
    }
  byName.set(countries, made);
  return made;
}

/** @param text - as a person or a site has written it. @returns the code of two letters; null where it is none, or not certain */
export function countryOf(text: string, { countries }: Places): string | null {
  const meant = plain(text);
  return meant === "" ? null : (codesByName(countries).get(meant) ?? null);
}

/** @returns what a list may call it; each alone, and with its code before or behind it */
export function countryNames(code: string, { countries }: Places): string[] {
  const [three = "", ...also] = (countries[code] ?? "").split("|");
  const inLanguages = namesInAll().flatMap((names) => names.of(code) ?? []);
  const english = inLanguages.slice(0, 2).map((name) => name.replace("&", "and").replace("St.", "Saint"));
  const names = [...new Set([...inLanguages, ...english])].filter((name) => !UNCERTAIN.test(plain(name)));
  return [code, three, ...numbersOf(code), ...withCode(code, [...names, ...also])];
}

let numbers: ReadonlyMap<string, string> | null = null;

/** The browser makes the code of two letters from the number of ISO 3166. */
function numbersOf(code: string): string[] {
  numbers ??= new Map(
    Array.from({ length: 900 }, (_, at) => String(at).padStart(3, "0")).map((number) => [
      number,
      new Intl.Locale(`und-${number}`).region ?? "",
    ]),
  );
  return [...numbers].filter(([, region]) => region === code).map(([number]) => number);
}

const withCode = (code: string, names: readonly string[]): string[] =>
  names.flatMap((name) => [name, `${name} ${code}`, `${code} ${name}`]);

/**
 * What lists call the country of a telephone's code: the person's own, where it has it, and else the one with most numbers. Of digits only the code: the number of a country in ISO 3166 is the code of another one
 * (036 is Australia, 36 are Hungary's telephones).
 */
export function dialNames(dial: string, country: string | null, tables: Places): string[] {
  const having = tables.dials[dial]?.split(" ") ?? [];
  const codes = new Set([...having.filter((code) => code === country), ...having.slice(0, 1)]);
  return [...codes]
    .flatMap((code) => countryNames(code, tables).filter((name) => !/\d/.test(name)))
    .flatMap((name) => [name, `${name} ${dial}`, `${dial} ${name}`]);
}

/** The code of telephones of what a list shows, or has behind it: "India (IN)", "IN". @returns "" where that is no country */
export function dialOf(shown: string, value: string, tables: Places): string {
  const name = shown.replace(/[\d+()]+/g, " ").trim();
  const country = [name, name.replace(/\s+\S+$/, ""), name.replace(/^\S+\s+/, ""), value]
    .map((text) => countryOf(text, tables))
    .find(Boolean);
  return Object.entries(tables.dials).find(([, all]) => all.split(" ").includes(country ?? "-"))?.[0] ?? "";
}

/** @param country - its code; null where it is not known: then only what one country alone has is certain */
export function stateNames(text: string, country: string | null, { states }: Places): string[] {
  const meant = plain(text);
  const found = Object.entries(states).flatMap(([of, all]) =>
    of === (country ?? of)
      ? all.map((state) => ({ of, names: state.split("|") })).filter(({ names }) => names.some((name) => plain(name) === meant))
      : [],
  );
  const [state] = found;
  if (meant === "" || state === undefined || found.length > 1) return [];
  const [code = "", ...names] = state.names;
  return code === "" ? names : [code, `${state.of}-${code}`, ...withCode(code, names)];
}
