/** One text searched in place of many finds what each of them has. */
import { describe, expect, it } from "vitest";
import { haystackOf, placesOf } from "./haystack.ts";

const placesIn = (texts: readonly string[], word: string) => [...placesOf(haystackOf(texts), word)];

describe("many texts as one", () => {
  it("says where a word is first in each, and where it is not", () => {
    expect(placesIn(["git", "my git, git", "", "bank", "g"], "git")).toEqual([0, 3, -1, -1, -1]);
  });

  it("finds nothing in none", () => {
    expect(placesIn([], "git")).toEqual([]);
  });

  it("finds no word across the end of one and the beginning of the next", () => {
    expect(placesIn(["one", "two"], "e\nt")).toEqual([-1, -1]);
    expect(placesIn(["e\nt", "two\ne\n", "e", "t"], "e\nt")).toEqual([0, -1, -1, -1]);
    expect(placesIn(["one", "two"], "two\n")).toEqual([-1, -1]);
  });

  it("finds what indexOf finds in each, whatever is looked for", () => {
    const letters = ["a", "b", "\n", "ü"];
    let seed = 7;
    const next = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    const text = (most: number) => Array.from({ length: next(most) }, () => letters[next(letters.length)]).join("");
    for (let run = 0; run < 2_000; run++) {
      const texts = Array.from({ length: next(6) }, () => text(7));
      const word = `${letters[next(letters.length)]}${text(3)}`;
      expect({ texts, word, places: placesIn(texts, word) }).toEqual({ texts, word, places: texts.map((one) => one.indexOf(word)) });
    }
  });
});
