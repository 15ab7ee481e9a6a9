import { expect, it } from "vitest";
import { boxAt } from "./position.ts";

const VIEW = { width: 1000, height: 800 };
const FIELD = { left: 100, top: 100, width: 300, height: 40 };

it("is below the field, and as wide", () => {
  expect(boxAt(FIELD, 200, VIEW)).toEqual({ left: 100, top: 144, width: 300, height: 200 });
});

it("is on whole pixels", () => {
  const box = boxAt({ left: 10.4, top: 20.7, width: 300.6, height: 21.3 }, 100, VIEW);
  expect(Object.values(box).every(Number.isInteger)).toBe(true);
});

it("is above the field where there is no room below", () => {
  expect(boxAt({ ...FIELD, top: 700 }, 200, VIEW).top).toBe(496);
});

it.each([
  { left: 900, top: 100, width: 90, height: 40 },
  { left: -50, top: 380, width: 2000, height: 40 },
  { left: 10, top: 790, width: 100, height: 40 },
])("is all in sight for a field at %j", (field) => {
  const { left, top, width, height } = boxAt(field, 300, VIEW);
  expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
  expect(left + width).toBeLessThanOrEqual(VIEW.width);
  expect(top + height).toBeLessThanOrEqual(VIEW.height);
});
