import { expect, it } from "vitest";
import { knownWords } from "./known-words.ts";

it("are the user name and the parts of an address, each once", () => {
  expect(knownWords("Ann.Lee@example.com", "ann", undefined)).toEqual(["ann.lee@example.com", "ann", "lee", "example", "com"]);
  expect(knownWords("", undefined)).toEqual([]);
});
