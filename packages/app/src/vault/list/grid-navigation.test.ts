/** Moving through lists by keys. */
import { describe, expect, it } from "vitest";
import { columnsFor, moveBy } from "./grid-navigation.ts";

describe("moving through a grid", () => {
  it.each([
    ["ArrowRight", 0, 1],
    ["ArrowLeft", 1, 0],
    ["ArrowDown", 1, 4],
    ["ArrowUp", 4, 1],
    ["Home", 5, 0],
    ["End", 0, 7],
    ["ArrowDown", 5, 7],
  ])("takes %s from %i to %i among eight in three columns", (key, from, to) => {
    expect(moveBy(key, from, 8, 3)).toBe(to);
  });

  it.each([
    ["ArrowLeft", 0],
    ["ArrowUp", 2],
    ["ArrowRight", 7],
    ["ArrowDown", 7],
    ["ArrowDown", 6],
    ["a", 3],
  ])("stays put for %s at %i", (key, from) => {
    expect(moveBy(key, from, 8, 3)).toBeNull();
  });

  it("fits as many columns as the width allows, and at least one", () => {
    expect(columnsFor(1000, 280, 16)).toBe(3);
    expect(columnsFor(280, 280, 16)).toBe(1);
    expect(columnsFor(0, 280, 16)).toBe(1);
    expect(columnsFor(576, 280, 16)).toBe(2);
  });
});
