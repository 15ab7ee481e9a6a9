import { expect, test } from "vitest";
import { characterClass } from "./character-class.ts";

test.each([
  ["a", "letter"],
  ["Ж", "letter"],
  [" ", "letter"],
  ["7", "digit"],
  ["٣", "digit"],
  ["!", "symbol"],
  ["😀", "symbol"],
])("%s is a %s", (character, expected) => {
  expect(characterClass(character)).toBe(expected);
});
