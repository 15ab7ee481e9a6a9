import { describe, expect, it } from "vitest";
import { checkGuessable, guessableReason } from "./guessable.ts";

const ANN = "Ann.Lee@example.com";
const GOOD = { score: 4, reason: "" };
const BETTER = "A few words that have nothing to do with each other make a good one.";

describe("a new master password", () => {
  it.each(["x-ann.lee-77!X", "Ann.Lee-Ann.Lee-9!", "1-ANN.LEE@EXAMPLE.COM-a"])(
    "%s is refused: it contains the email or its local part",
    (password) => {
      expect(checkGuessable(password, ANN, GOOD)).toBe(`Your password holds a part of your email, which is tried first. ${BETTER}`);
    },
  );

  it("is not refused for a local part of two letters, which occurs in many words", () => {
    expect(checkGuessable("Planet-Harbour-77!", "al@example.com", GOOD)).toBeNull();
  });

  it("is refused when it contains the product's name, in any case", () => {
    expect(checkGuessable("my-cOFFer-Harbour-77!", ANN, GOOD)).toBe(`Your password holds the name Coffer, which is tried first. ${BETTER}`);
  });

  it.each([0, 1, 2])("is refused with its reason when the estimate is %i of 4", (score) => {
    const reason = "This is similar to a commonly used password.";
    expect(checkGuessable("Liverpool1!", ANN, { score, reason })).toBe(`This password is too easy to guess. ${reason} ${BETTER}`);
    expect(checkGuessable("Liverpool1!", ANN, { score, reason: "" })).toBe(`This password is too easy to guess. ${BETTER}`);
  });

  it.each([3, 4])("passes with %i of 4, and without an estimate", (score) => {
    expect(checkGuessable("Planet-Harbour-77!", ANN, { score, reason: "x" })).toBeNull();
    expect(checkGuessable("Planet-Harbour-77!", ANN, null)).toBeNull();
  });

  it("is refused when it is names and a year, whatever the estimate", () => {
    const reason = `Your password is a name or two with a year or a number, which is tried early. ${BETTER}`;
    expect(checkGuessable("Bayern-Muenchen-1900!", ANN, GOOD)).toBe(reason);
    expect(checkGuessable("Bayern-Muenchen-1900!", ANN, null)).toBe(reason);
  });

  it("is estimated with the parts of the address and the product's name among the first guesses", async () => {
    const asked: unknown[] = [];
    const estimate = async (question: unknown) => {
      asked.push(question);
      return { score: 2, reason: "" };
    };
    expect(await guessableReason("Planet-Harbour-77!", ` ${ANN} `, estimate)).toBe(`This password is too easy to guess. ${BETTER}`);
    const known = ["ann.lee@example.com", "ann", "lee", "example", "com", "coffer"];
    expect(asked).toEqual([{ password: "Planet-Harbour-77!", known }]);
  });
});
