import { expect, test } from "vitest";
import { chosenAfter, matching, named } from "./entries.ts";

const ENTRIES = [
  { id: "1", label: "Import File" },
  { id: "2", label: "Use dark theme", otherWords: "night appearance" },
  { id: "3", label: "New password", otherWords: "add create" },
  { id: "4", label: "Password generator" },
];
const labels = (text: string) => matching(ENTRIES, text).map(({ label }) => label);

test("every word has to be there, in any order, or among the other words", () => {
  expect(labels("theme use")).toEqual(["Use dark theme"]);
  expect(labels("night")).toEqual(["Use dark theme"]);
  expect(labels("add password")).toEqual(["New password"]);
  expect(labels("nothing")).toEqual([]);
});

test("what begins with the text comes first", () => {
  expect(labels("PASSWORD")).toEqual(["Password generator", "New password"]);
});

test("what is called just so is known by its name or its first word", () => {
  const names = (text: string) => named(ENTRIES, text).map(({ label }) => label);
  expect(names("import file")).toEqual(["Import File"]);
  expect(names(" Import")).toEqual(["Import File"]);
  expect(names("impor")).toEqual([]);
  expect(names("file")).toEqual([]);
  expect(names("")).toEqual([]);
});

test("a blank text offers everything in its order", () => {
  expect(labels(" ")).toHaveLength(4);
});

test("the choice goes round, but a page stops at the ends", () => {
  expect(chosenAfter("ArrowDown", 2, 3)).toBe(0);
  expect(chosenAfter("ArrowUp", 0, 3)).toBe(2);
  expect(chosenAfter("PageDown", 1, 3)).toBe(2);
  expect(chosenAfter("a", 1, 3)).toBeNull();
  expect(chosenAfter("ArrowDown", 0, 0)).toBeNull();
});
