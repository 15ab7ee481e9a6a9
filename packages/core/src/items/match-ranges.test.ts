import fc from "fast-check";
import { expect, it } from "vitest";
import { fold } from "../text.ts";
import { matchRanges } from "./match-ranges.ts";
import { searchedWords } from "./search.ts";

const marked = (text: string, query: string): string[] => matchRanges(text, searchedWords(query)).map(([from, to]) => text.slice(from, to));

it.each<[string, string, string[]]>([
  ["GitHub", "git", ["Git"]],
  ["GitHub, my git", "git", ["Git", "git"]],
  ["Café", "cafe", ["Café"]],
  ["Cafe\u0301 Noir", "cafe", ["Cafe\u0301"]],
  ["Straße 5", "strasse", ["Straße"]],
  ["Straße", "s", ["S", "ß"]],
  ["ＮＨＫ", "nhk", ["ＮＨＫ"]],
  ["ΣΊΣΥΦΟΣ", "σισυφος", ["ΣΊΣΥΦΟΣ"]],
  ["👩‍💻 ann", "ann", ["ann"]],
  ["ann@example.com", 'exam in:Work "ann@"', ["ann@exam"]],
  ["Bank", "shop", []],
  ["Bank", "type:card", []],
  ["Bank", "", []],
])("marks in %j for %j: %j", (text, query, parts) => {
  expect(marked(text, query)).toEqual(parts);
});

it("marks every word that the search finds, and nothing else", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }), (text, part) => {
      const word = fold(part);
      const ranges = matchRanges(`${text}${part}${text}`, [word]);
      let end = 0;
      for (const [from, to] of ranges) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(fold(`${text}${part}${text}`.slice(from, to))).toContain(word);
        end = to;
      }
    }),
  );
});
