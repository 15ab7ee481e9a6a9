import { expect, it } from "vitest";
import { fitOneCall } from "./reconcile-team.ts";

const many = (name: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${name} ${index}`);

it("one call says everything where there is room, in the order in which the log allows it", () => {
  expect(fitOneCall({ come: ["come"], back: ["out", "in"], gone: ["gone"] })).toEqual(["come", "out", "in", "gone"]);
});

it("of more than a call takes, whoever came back is taken out and in again together, and there is room for the new key", () => {
  const [come, back, gone] = [many("come", 60), many("back", 40), many("gone", 5)];
  expect(fitOneCall({ come, back, gone })).toEqual([...come.slice(0, 4), ...back, ...gone]);
  expect(fitOneCall({ come, back, gone: many("gone", 60) })).toEqual([...back, ...many("gone", 9)]);
});
