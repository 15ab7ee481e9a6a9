import { expect, it } from "vitest";
import { anItem } from "../../testing/sample-items.ts";
import { savesOf } from "./saves-of.ts";

const items = Array.from({ length: 10_000 }, (_, at) => anItem(`Item ${at}`));
const [first, second, ...rest] = items;
if (!first || !second) throw new Error("There are no items");

it("is short however many items there are", () => expect(savesOf(items).length).toBeLessThan(40));

it("differs when one of ten thousand was saved, came or went", () => {
  const names = new Set([
    savesOf(items),
    savesOf([{ ...first, revision: first.revision + 1 }, second, ...rest]),
    savesOf([first, { ...second, revision: second.revision + 1 }, ...rest]),
    savesOf([{ ...first, saveId: "another" }, second, ...rest]),
    savesOf(rest),
    savesOf([...items, anItem("Another")]),
  ]);
  expect(names.size).toBe(6);
});

it("is the same when an item was moved, marked or used, and when a vault was made", () => {
  const moved = items.map((item) => ({ ...item, categoryId: "elsewhere", favourite: true, lastUsedAt: 5 }));
  expect(savesOf(moved)).toBe(savesOf(items));
});
