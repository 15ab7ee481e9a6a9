import { expect, test } from "vitest";
import { allSelected, extended, NOTHING_SELECTED, type Selection, toggled } from "./selection.ts";

const ORDER = ["a", "b", "c", "d"];
const ids = (selection: Selection) => [...selection.ids].toSorted();

test("choosing an item twice leaves it as it was", () => {
  const once = toggled(NOTHING_SELECTED, "b");
  expect(ids(once)).toEqual(["b"]);
  expect(ids(toggled(once, "b"))).toEqual([]);
});

test("a range begins at the item chosen last, in either direction", () => {
  expect(ids(extended(toggled(NOTHING_SELECTED, "b"), ORDER, "c", "d"))).toEqual(["b", "c", "d"]);
  expect(ids(extended(toggled(NOTHING_SELECTED, "c"), ORDER, "c", "a"))).toEqual(["a", "b", "c"]);
});

test("a range without a chosen item begins where the focus was", () => {
  expect(ids(extended(NOTHING_SELECTED, ORDER, "b", "c"))).toEqual(["b", "c"]);
});

test("a second range keeps its beginning", () => {
  const first = extended(NOTHING_SELECTED, ORDER, "a", "b");
  expect(extended(first, ORDER, "b", "c")).toMatchObject({ anchor: "a" });
});

test("an anchor that is filtered out does not choose what is between", () => {
  const gone = toggled(NOTHING_SELECTED, "x");
  expect(ids(extended(gone, ORDER, "c", "d"))).toEqual(["c", "d", "x"]);
});

test("all means all of the list", () => {
  expect(ids(allSelected(ORDER))).toEqual(ORDER);
});
