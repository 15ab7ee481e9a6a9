import { writeTags } from "@coffer/core/items/structured-fields";
import { expect, test } from "vitest";
import { isOnNow, NO_CHOICE, tagChange, tagChangesBack, tagStates, withDecision, withTypedTag } from "./tag-choice.ts";

const item = (...tags: string[]) => ({ fields: { tags: writeTags(tags) } });
const states = tagStates([item("Home", "Work"), item("home")], ["Home", "Old", "Work"]);

test("a box says whether all, some or none have the tag, whatever its case", () => {
  expect(states).toEqual([
    { name: "Home", on: "all" },
    { name: "Old", on: "none" },
    { name: "Work", on: "some" },
  ]);
});

test("a box that was not touched changes nothing", () => {
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

test("a typed tag is added and chosen, and the field is empty for the next one", () => {
  const first = withTypedTag({ ...NO_CHOICE, typed: " Travel " }, ["Home"]);
  expect(first).toEqual({ typed: "", added: ["Travel"], decided: [["Travel", true]] });
  expect(withTypedTag({ ...first, typed: "Bills" }, ["Home"]).added).toEqual(["Bills", "Travel"]);
});

test("a typed tag that is there already, in whichever spelling, is only chosen", () => {
  expect(withTypedTag({ ...NO_CHOICE, typed: "HOME" }, ["Home"])).toEqual({ typed: "", added: [], decided: [["Home", true]] });
  expect(withTypedTag({ ...NO_CHOICE, typed: "  " }, ["Home"])).toEqual({ ...NO_CHOICE, typed: "  " });
});

test("the last decision about a tag counts", () => {
  expect(withDecision(withDecision(NO_CHOICE, "Home", true), "Home", false).decided).toEqual([["Home", false]]);
});

test("a change is taken back item by item: what one had before stays on it, and comes back as it was spelled", () => {
  const items = [
    { id: "1", fields: { tags: writeTags(["Work", "Old"]) } },
    { id: "2", fields: { tags: writeTags(["old"]) } },
    { id: "3", fields: { tags: writeTags(["work"]) } },
    { id: "4", fields: {} },
    { id: "5", fields: {} },
  ];
  expect(tagChangesBack(items, { add: ["Work"], remove: ["Old"] })).toEqual([
    { ids: ["1"], add: ["Old"], remove: [] },
    { ids: ["2"], add: ["old"], remove: ["Work"] },
    { ids: ["4", "5"], add: [], remove: ["Work"] },
  ]);
});
