/** What a select asks for, by its options alone: each meaning, and where it just begins or ends. */
import { expect, it } from "vitest";
import type { Meaning } from "../roles.ts";
import { meaningOfOptions } from "./select-options.ts";

const YEAR = 2026;
const numbers = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
const many = (count: number): string[] => numbers(1, count).map((at) => `thing ${at}`);

function meaningOf(options: readonly (string | readonly [text: string, value: string])[], language = "en"): Meaning | null {
  const form = document.createElement("form");
  form.lang = language;
  const select = document.createElement("select");
  select.append(...options.map((one) => (typeof one === "string" ? new Option(one, one) : new Option(...one))));
  form.append(select);
  return meaningOfOptions(select, YEAR);
}

it.each<[string, Meaning | null, readonly (string | readonly [string, string])[], string?]>([
  ["days", "day", numbers(1, 31)],
  ["days of February", "day", numbers(1, 28)],
  ["more numbers than a month has days", null, numbers(2, 32)],
  ["months by name", "month", ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]],
  ["months by number", "month", numbers(1, 12)],
  [
    "months in a language of which only the browser knows them",
    "month",
    ["led", "úno", "bře", "dub", "kvě", "čvn", "čvc", "srp", "zář", "říj", "lis", "pro"],
    "cs",
  ],
  ["years of a card", "cc-exp-year", numbers(YEAR, YEAR + 10)],
  ["four of them", "cc-exp-year", numbers(YEAR - 1, YEAR + 2)],
  ["with two digits", "cc-exp-year", numbers(26, 35)],
  ["since twelve years ago", "cc-exp-year", numbers(YEAR - 12, YEAR)],
  ["since fourteen", null, numbers(YEAR - 14, YEAR)],
  ["forty of them", "cc-exp-year", numbers(YEAR + 1, YEAR + 40)],
  ["too many for a card", null, numbers(YEAR, YEAR + 41)],
  ["years of a birthday", "bday-year", numbers(1930, YEAR)],
  ["twenty of them, the next one too", "bday-year", numbers(YEAR - 18, YEAR + 1)],
  ["nineteen", null, numbers(YEAR - 18, YEAR)],
  ["with one that is two years away", null, numbers(YEAR - 18, YEAR + 2)],
  ["how many of something", null, numbers(1, 3)],
  ["codes of countries for telephones", "tel-country-code", ["+1", "+49", "Spain (+34)", "+33", "other"]],
  ["too few of them", null, ["+1", "+49", "+33", "one", "two"]],
  ["kinds of cards", "cc-type", ["Visa", "Mastercard", "Other"]],
  ["one of two", null, ["Visa", "Other"]],
  ["titles", "honorific-prefix", ["Mr", "Mrs", "Other"]],
  ["one of two titles", null, ["Mr", "Other"]],
  ["titles among many things", null, ["Mr", "Mrs", "Ms", "Miss", "Mx", "Dr", "Prof", "Herr", ...many(6)]],
  ["sexes", "sex", ["Male", "Female", "Other", "None"]],
  ["one of four", null, ["Male", ...many(3)]],
  ["states", "address-level1", ["Alabama", "Alaska", "Arizona", "elsewhere"]],
  ["states by their codes", "address-level1", [...["AL", "AK", "AZ"].map((code) => [`State of ${code}`, code] as const), ...many(7)]],
  ["codes in a short list", null, [...["AL", "AK", "AZ"].map((code) => [`State of ${code}`, code] as const), ...many(6)]],
  ["a state among other things", null, ["Alabama", ...many(8)]],
  ["three things with a state", null, ["Alabama", ...many(2)]],
  ["countries", "country", ["Germany", "France", "elsewhere"]],
  ["two countries", null, ["Germany", "France"]],
  ["countries in a language of which only the browser knows them", "country", ["Německo", "Francie", "jinde"], "cs"],
  [
    "many countries, with states' names among them",
    "country",
    ["Germany", "France", "Spain", "Italy", "Alabama", "Alaska", "Texas", ...many(80)],
  ],
  ["a prompt that we know, and options", "sex", ["Please choose", "Male", "Female"]],
  ["a prompt without a value", "sex", [["Anything", ""], "Male", "Female"]],
  ["a prompt in words that we do not know, and years", "cc-exp-year", ["Rok", ...numbers(YEAR, YEAR + 4)]],
  ["the same before so few that it may be a choice", null, ["Rok", ...numbers(YEAR, YEAR + 3)]],
  ["one option", null, ["Mr"]],
  ["a language that is none", null, ["led", "úno", "bře"], "not a language"],
])("%s: %s", (_, meaning, options, language) => {
  expect(meaningOf(options, language)).toBe(meaning);
});
