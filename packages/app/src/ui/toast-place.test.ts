import { expect, it } from "vitest";
import { costOf, placeOfToasts } from "./toast-place.ts";

const WINDOW = { width: 1280, height: 800 };
const button = (left: number, top: number, width = 120, height = 36) => ({ left, top, width, height, weight: 4 });

it("is the middle of the foot where nothing is there", () => {
  expect(placeOfToasts(WINDOW, 56, [])).toEqual({ left: 420, top: 728, width: 440, height: 56 });
});

it("is above a button at the foot, or next to a form that fills the middle", () => {
  const low = button(600, 740);
  expect(placeOfToasts(WINDOW, 56, [low])).toMatchObject({ left: 420, top: 680 });
  const form = button(400, 0, 480, 800);
  const place = placeOfToasts(WINDOW, 56, [form]);
  expect(costOf(place, [form])).toBe(0);
  expect(place).toMatchObject({ left: 16, width: 248 });
});

it("covers as little as there is, and rather a line of a list than a button", () => {
  const line = { left: 0, top: 0, width: 1280, height: 400, weight: 1 };
  const buttons = button(0, 400, 1280, 400);
  const place = placeOfToasts(WINDOW, 56, [line, buttons]);
  expect(costOf(place, [line, buttons])).toBe(1);
});

it("stays in a small window", () => {
  expect(placeOfToasts({ width: 360, height: 640 }, 56, [])).toMatchObject({ left: 16, width: 328 });
});
