import { expect, it } from "vitest";
import { fitOneCall } from "./reconcile-team.ts";

const many = (name: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${name} ${index}`);

it("one call takes all changes if they fit, in the order that the log allows", () => {
  expect(fitOneCall({ come: ["come"], back: ["out", "in"], gone: ["gone"] })).toEqual(["come", "out", "in", "gone"]);
});

it("if they do not fit, a returning member is removed and admitted in one call, and there is room for the new key", () => {
  const [come, back, gone] = [many("come", 60), many("back", 40), many("gone", 5)];
  expect(fitOneCall({ come, back, gone })).toEqual([...come.slice(0, 4), ...back, ...gone]);
  expect(fitOneCall({ come, back, gone: many("gone", 60) })).toEqual([...back, ...many("gone", 9)]);
});
