import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FAMILIAR_WORDS } from "./familiar-words.ts";
import { DEFAULT_GENERATOR, generatePassword } from "./generator.ts";
import { isNamesAndYear } from "./names-and-year.ts";
import { generatePassphrase, PASSPHRASE_WORDS } from "./passphrase.ts";
import { seededRandom } from "./testing/seeded-random.ts";
import { WORDS } from "./wordlist.ts";

/** Written before the list of familiar words, and not added to it afterwards: before, the estimate by patterns took all thirty. */
const COLLECTED = `
Besiktas-Istanbul-1903! Wisla.Krakow.1906# Benfica_Lisboa_1904! Feyenoord-Rotterdam-1908! Olympique-Marseille-1899! Malmoe-FF-1910!
IFK-Goeteborg-1904! Anna-und-Stefan-2015! Julie&Thomas-14072012! Lukas+Sophie=2019! Hauptstrasse-17-Koeln! Bahnhofstrasse-12-Zuerich!
Gymnasium-Tuebingen-1998! Abitur-Duesseldorf-2007! Mallorca-Urlaub-2018! Toskana-Ferien-2016! VW-Passat-Kombi-2009! Yamaha-Motorrad-1999!
Metallica-Nirvana-1991! Depeche-Mode-1990! Tatort-Muenster-2002! Bello-Rex-Hund-2011! Grossmutter-Gertrud-1932! Weihnachten-Familie-2020!
Feuerwehr-Ingolstadt-1864! Sparkasse-Luebeck-1817! galatasaray.cimbom.1905!A Schuetzenverein-Hoexter-1828! Mein-Passwort-Geheim-2024!`;
/** The thirtieth: other words of a language that the list has few of. */
const MISSED = "BeyazAslanIstanbul1905!";

describe("a name or two with a year or a number", () => {
  it.each(["Bayern-Muenchen-1900!", "Bayern-München-1900!", "bayern munchen 1900", "BayernMuenchen1900!", "bayernmuenchen1900!"])(
    "is %s, in every spelling",
    (password) => expect(isNamesAndYear(password)).toBe(true),
  );

  it.each(["B@yern-Muenchen-1900!", "Bay3rn-Mu3nchen-24.12.1990", "1900-Bayern-Muenchen!", "Hertha-Bsc-Berlin-1!", "Schalke04!"])(
    "is %s: with symbols for letters, a date, another order or number",
    (password) => expect(isNamesAndYear(password)).toBe(true),
  );

  it("is what people of thirty other kinds chose, but for one", () => {
    const collected = COLLECTED.trim().split(/\s+/);
    expect(collected.filter((password) => !isNamesAndYear(password))).toEqual([]);
    expect(collected).toHaveLength(29);
    expect(isNamesAndYear(MISSED)).toBe(false);
  });

  it.each(["Planet-Harbour-77!", "Planet-Harbour-Nettle-1990!", "Correct-Horse-9-Staple!", "xkqvzplmrtw-1990", "1990", "!!!!", ""])(
    "is not %s",
    (password) => expect(isNamesAndYear(password)).toBe(false),
  );
});

describe("what the generator makes", () => {
  it("has no familiar word, alone or in parts: two of them would be refused", () => {
    expect(WORDS.filter((word) => isNamesAndYear(`${word}-${word}`))).toEqual([]);
    expect(new Set(FAMILIAR_WORDS).size).toBeGreaterThan(900);
  });

  it("is never taken for names and a year, as a passphrase of any form or as a password", () => {
    const form = fc.record({
      words: fc.integer(PASSPHRASE_WORDS),
      separator: fc.constantFrom("-", " ", ".", "_", ""),
      capitalise: fc.boolean(),
      number: fc.boolean(),
    });
    fc.assert(
      fc.property(form, fc.nat(), (options, seed) => {
        expect(isNamesAndYear(generatePassphrase(options, seededRandom(seed)))).toBe(false);
        expect(isNamesAndYear(generatePassword(DEFAULT_GENERATOR, seededRandom(seed)))).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});
