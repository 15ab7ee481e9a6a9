import { writeTags } from "@coffer/core/items/structured";
import { expect, test } from "vitest";
import { isOnNow, tagChange, tagStates } from "./tag-choice.ts";

const item = (...tags: string[]) => ({ fields: { tags: writeTags(tags) } });
const states = tagStates([item("Home", "Work"), item("home")], ["Home", "Old", "Work"]);

test("a box says whether all, some or none have the tag, whatever its case", () => {
  expect(states).toEqual([
    { name: "Home", on: "all" },
    { name: "Old", on: "none" },
    { name: "Work", on: "some" },
  ]);
});

test("a box nobody touched changes nothing", () => {
  expect(tagChange(states, new Map())).toEqual({ add: [], remove: [] });
});

test("a decision adds where it is missing and takes away where it is", () => {
  const decisions = new Map([
    ["Home", false],
    ["Old", false],
    ["Work", true],
    ["New", true],
  ]);
  expect(tagChange(states, decisions)).toEqual({ add: ["Work", "New"], remove: ["Home"] });
  expect(states.map((state) => isOnNow(state, decisions))).toEqual([false, false, true]);
});

test("deciding what is so already is no change", () => {
  expect(tagChange(states, new Map([["Home", true]]))).toEqual({ add: [], remove: [] });
});
