import { readFileSync } from "node:fs";
import { CARD_SCHEMES } from "@coffer/core/items/card-number";
import { plain } from "@coffer/fill/words/text";
import { describe, expect, it, vi } from "vitest";
import { knownOfCard, knownOfPerson } from "./known-as.ts";
import { countryNames, countryOf, dialOf, type Places, stateNames } from "./places.ts";

const PLACES = JSON.parse(readFileSync(new URL("../../public/list-names.json", import.meta.url), "utf8")) as Places;
const lists = (names: readonly string[] = []): string[] => names.map(plain);

describe("a country", () => {
  it.each([
    ["Germany", "DE"],
    ["deutschland", "DE"],
    ["DEU", "DE"],
    ["de", "DE"],
    ["Royaume-Uni", "GB"],
    ["UK", "GB"],
    ["U.S.A.", null],
    ["USA", "US"],
    ["Estados Unidos", "US"],
    ["Turkey", "TR"],
    ["日本", "JP"],
    ["Россия", "RU"],
    ["South Korea", "KR"],
    ["Korea", null],
    ["Congo", null],
    ["Guinea", "GN"],
    ["Atlantis", null],
    ["", null],
  ])("is known as a person writes it: %s", (text, code) => {
    expect(countryOf(text, PLACES)).toBe(code);
  });

  it("is looked for in names that the browser is asked for once, whatever a page sends", () => {
    const asked = vi.spyOn(Intl.DisplayNames.prototype, "of");
    expect(dialOf("Nowhere at all", "105", PLACES)).toBe("");
    asked.mockClear();
    expect(["Nowhere at all", "Atlantis (AT)", "Indien", "Bharat"].map((shown) => dialOf(shown, "x", PLACES))).toEqual([
      "",
      "43",
      "91",
      "",
    ]);
    expect(asked).not.toHaveBeenCalled();
    // What a person reads there counts before the value behind it: in some lists that is China.
    expect(dialOf("China", "CH", PLACES)).toBe("86");
    expect(dialOf("🏳", "CH", PLACES)).toBe("41");
    asked.mockRestore();
  });

  it("has its codes, its number, and its names in other languages, alone and with its code", () => {
    expect(lists(countryNames("DE", PLACES))).toEqual(
      expect.arrayContaining(["de", "deu", "276", "germany", "deutschland", "allemagne", "niemcy", "ドイツ", "germany de", "de germany"]),
    );
    expect(lists(countryNames("TT", PLACES))).toContain("trinidad and tobago");
    expect(lists(countryNames("KR", PLACES))).toEqual(expect.arrayContaining(["korea republic of", "south korea", "kor", "410"]));
  });

  it("is called like no other one, in no language", () => {
    const known = new Map<string, string>();
    for (const code of Object.keys(PLACES.countries))
      for (const name of new Set(lists(countryNames(code, PLACES)))) {
        expect([name, known.get(name) ?? code]).toEqual([name, code]);
        known.set(name, code);
      }
    expect(known.get("korea")).toBeUndefined();
    expect(known.size).toBeGreaterThan(10_000);
  });
});

describe("a state", () => {
  it.each([
    ["CA", "US", ["CA", "US-CA", "California"]],
    ["california", null, ["CA", "US-CA", "California"]],
    ["Bavaria", "DE", ["BY", "DE-BY", "Bayern", "Bavaria"]],
    ["Ontario", "CA", ["ON", "CA-ON", "Ontario"]],
    ["nsw", "AU", ["NSW", "AU-NSW", "New South Wales"]],
    ["SP", "BR", ["SP", "BR-SP", "São Paulo"]],
    ["Wien", "AT", ["Wien", "Vienna"]],
  ])("%s in %s is known by its code and its names", (text, country, names) => {
    expect(stateNames(text, country, PLACES)).toEqual(expect.arrayContaining(names));
  });

  it("is nothing certain where two countries have its code, or another country is meant", () => {
    expect(stateNames("WA", null, PLACES)).toEqual([]);
    expect(stateNames("WA", "AU", PLACES)).toContain("Western Australia");
    expect(stateNames("CA", "IT", PLACES)).toEqual([]);
    expect(stateNames("", "US", PLACES)).toEqual([]);
  });
});

it("a person's lists are chosen from by names and codes; in a country that is not known by what was written alone", () => {
  const known = knownOfPerson({ country: "Germany", "address-level1": "Bavaria", bday: "1990-05-17" }, PLACES);
  expect(known.country).toContain("Deutschland");
  expect(known["address-level1"]).toContain("Bayern");
  expect(lists(known["bday-month"])).toEqual(expect.arrayContaining(lists(["may", "mai", "mayo", "maggio", "мая", "май", "5月"])));
  expect(known["bday-year"]).toEqual(["90"]);
  expect(knownOfPerson({ country: "Atlantis", "address-level1": "CA" }, PLACES)["address-level1"]).toEqual([]);
});

it("every scheme of cards has names in lists", () => {
  expect(Object.keys(PLACES.cards)).toEqual(Object.keys(CARD_SCHEMES));
});

it("a card's network is known by its number", () => {
  const network = (number: string) => knownOfCard({ "cc-number": number }, PLACES)["cc-type"]?.[0];
  expect(
    [
      "4111 1111",
      "5500 0000",
      "2221 0000",
      "3400 0000",
      "6011 0000",
      "3528 0000",
      "3095 0000",
      "3400-0",
      "6011 0000",
      "6100 0000",
      "3500 0000",
      "9999",
    ].map(network),
  ).toEqual([
    "Visa",
    "Mastercard",
    "Mastercard",
    "American Express",
    "Discover",
    "JCB",
    "Diners Club",
    "American Express",
    "Discover",
    "Maestro",
    undefined,
    undefined,
  ]);
});

describe("a telephone's code", () => {
  const dials = (country: string, code: string) => lists(knownOfPerson({ country, "tel-country-code": code }, PLACES)["tel-country-code"]);

  it("that several countries have is the person's own country's, and else the one's with most numbers", () => {
    expect(dials("Kanada", "+1")).toEqual(expect.arrayContaining(["canada 1", "ca"]));
    expect(dials("Kanada", "+1").indexOf("ca")).toBeLessThan(dials("Kanada", "+1").indexOf("us"));
    expect(dials("Germany", "+1")).toEqual(expect.arrayContaining(["united states 1", "us"]));
    expect(dials("Germany", "+1")).not.toContain("canada 1");
    expect(dials("Germany", "+44")).toContain("united kingdom 44");
  });

  it.each([
    ["Bermuda", "+1", "bermuda 1"],
    ["Cayman Islands", "+1", "cayman islands 1"],
    ["Guam", "+1", "gu"],
    ["Kasachstan", "+7", "kazakhstan 7"],
  ])("of which %s is one has its name before all others", (country, code, name) => {
    expect(dials(country, code)).toContain(name);
    expect(dials(country, code)[0]).toBe(countryOf(country, PLACES)?.toLowerCase());
  });

  it.each([
    ["", "+91", "india 91"],
    ["Germany", "+91", "in"],
    ["", "+49", "germany 49"],
    ["", "+971", "united arab emirates 971"],
    ["", "+852", "hong kong 852"],
    ["", "+353", "ireland 353"],
  ])("that one country has alone is known by that, wherever the person lives: %s %s", (country, code, name) => {
    expect(dials(country, code)).toContain(name);
  });

  it("has no other number: that of a country in ISO 3166 is the telephone code of another one", () => {
    const others = Object.entries(PLACES.dials).flatMap(([dial, all]) =>
      all.split(" ").flatMap((country) => dials(country, `+${dial}`).filter((name) => (/\d+/.exec(name)?.[0] ?? dial) !== dial)),
    );
    expect(others).toEqual([]);
  });

  it("every country has one, but for those without people", () => {
    const named = new Set(Object.values(PLACES.dials).flatMap((all) => all.split(" ")));
    expect(Object.keys(PLACES.countries).filter((code) => !named.has(code))).toEqual(["AQ", "TF", "BV", "HM", "PN", "GS", "UM"]);
    expect([...named].filter((code) => !(code in PLACES.countries))).toEqual([]);
  });
});

it("no month is called like another one, in any language", () => {
  const known = new Map<string, number>();
  for (let month = 1; month <= 12; month++)
    for (const name of new Set(lists(knownOfCard({ "cc-exp": `2031-${String(month).padStart(2, "0")}` }, PLACES)["cc-exp-month"]))) {
      expect([name, known.get(name) ?? month]).toEqual([name, month]);
      known.set(name, month);
    }
  expect(known.get("april")).toBe(4);
});
