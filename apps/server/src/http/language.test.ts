import { LANGUAGES } from "@coffer/core/device/languages";
import { describe, expect, it } from "vitest";
import { languageOf } from "./language.ts";

const asked = (header: string): string => languageOf({ "accept-language": header });
const chosen = (cookie: string): string => languageOf({ cookie, "accept-language": "es" });

describe("the language of a browser", () => {
  it("is English where none is asked for", () => {
    expect(languageOf({})).toBe("en");
    expect(languageOf({ cookie: "", "accept-language": "" })).toBe("en");
  });

  it.each([
    ["de", "de"],
    ["de-AT", "de"],
    ["ES-419,es;q=0.9", "es"],
    ["zh-Hans-CN,ar;q=0.8,de;q=0.7", "de"],
    ["en-GB,en;q=0.9,de;q=0.8", "en"],
    ["fr-FR,fr;q=0.9,de;q=0.4,en;q=0.3", "de"],
    ["de;q=0.5, es;q=0.8", "es"],
    ["de ; q=0.8 , es;q=0.8", "de"],
    ["de;q=0,es;q=0.1", "es"],
    ["fr, it;q=0.5", "en"],
    ["*", "en"],
    ["*, es;q=0.5", "es"],
  ])("is taken from what it prefers: %s", (header, language) => {
    expect(asked(header)).toBe(language);
  });

  it.each(["de;q=2", "de;q=x", "d\u00e9", "de_DE", "deu", "constructor", ";q=1", ",,,", "../de", `${"x,".repeat(5000)}de`, "\u0000"])(
    "is English where what it says makes no sense: %j",
    (header) => {
      expect(asked(header)).toBe("en");
    },
  );

  it("is read in a moment, however long the header", () => {
    const start = performance.now();
    for (const piece of ["de-", "a-", " ", "de;", "q=0.", ";q=0;"]) asked(piece.repeat(20_000));
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it.each(LANGUAGES.map(({ code }) => code))("is the one chosen in its settings: %s", (code) => {
    expect(chosen(`language=${code}`)).toBe(code);
    expect(chosen(`a=b; language=${code}; c=d`)).toBe(code);
  });

  it.each([
    "language=fr",
    "language=",
    "language=DE",
    "xlanguage=de",
    "language=de2",
    "language=constructor",
    'language="de"',
    "a=language=de",
  ])("is not taken from a cookie that says something else: %s", (cookie) => {
    expect(chosen(cookie)).toBe("es");
  });
});
