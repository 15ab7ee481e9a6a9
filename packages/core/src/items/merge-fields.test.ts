import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeFields } from "./merge-fields.ts";

const values = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom("", "1", "2", "3"));
const states = fc.record({ base: values, mine: values, theirs: values });
/** The same with every absent field written as empty. */
const full = (fields: Record<string, string>) => ({ a: "", b: "", c: "", d: "", ...fields });

describe("mergeFields", () => {
  it("keeps both edits of different fields", () => {
    const base = { username: "u", password: "p", notes: "n" };
    expect(mergeFields({ base, mine: { ...base, username: "U" }, theirs: { ...base, password: "P" } })).toEqual({
      merged: { username: "U", password: "P", notes: "n" },
      conflicts: [],
    });
  });
  it("names the field both changed and keeps what is already saved", () => {
    expect(mergeFields({ base: { a: "1" }, mine: { a: "2" }, theirs: { a: "3" } })).toEqual({ merged: { a: "3" }, conflicts: ["a"] });
  });
  it("has no conflict when both wrote the same, or when a field is emptied on one side", () => {
    expect(mergeFields({ base: { a: "1", b: "1" }, mine: { a: "2" }, theirs: { a: "2", b: "1" } })).toEqual({
      merged: { a: "2", b: "" },
      conflicts: [],
    });
  });
  it("takes all of an edit when the other side changed nothing", () => {
    fc.assert(
      fc.property(values, values, (base, edit) => {
        expect(full(mergeFields({ base, mine: edit, theirs: base }).merged)).toEqual(full(edit));
        expect(full(mergeFields({ base, mine: base, theirs: edit }).merged)).toEqual(full(edit));
      }),
    );
  });
  it("loses no edit: every field is mine, theirs, or named as a conflict", () => {
    fc.assert(
      fc.property(states, ({ base, mine, theirs }) => {
        const { merged, conflicts } = mergeFields({ base, mine, theirs });
        const [b, m, t, result] = [base, mine, theirs, merged].map(full);
        for (const name of ["a", "b", "c", "d"] as const) {
          if (conflicts.includes(name)) continue;
          if (m?.[name] !== b?.[name]) expect(result?.[name]).toBe(m?.[name]);
          if (t?.[name] !== b?.[name]) expect(result?.[name]).toBe(t?.[name]);
        }
      }),
    );
  });
  it("finds the same conflicts from either side, and the same result without any", () => {
    fc.assert(
      fc.property(states, ({ base, mine, theirs }) => {
        const here = mergeFields({ base, mine, theirs });
        const there = mergeFields({ base, mine: theirs, theirs: mine });
        expect(here.conflicts.toSorted()).toEqual(there.conflicts.toSorted());
        if (here.conflicts.length === 0) expect(full(here.merged)).toEqual(full(there.merged));
      }),
    );
  });
  it("treats unusual field names as plain names", () => {
    const theirs = JSON.parse('{"__proto__":"x"}') as Record<string, string>;
    const { merged } = mergeFields({ base: {}, mine: { constructor: "y" }, theirs });
    expect(new Map(Object.entries(merged))).toEqual(
      new Map([
        ["__proto__", "x"],
        ["constructor", "y"],
      ]),
    );
  });
});
