/** The reducer behind every list editor of a form. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editRows, entriesOf, type ListAction, neighbourOf, newKey, type Rows, rowsOf } from "./list-editor.ts";

const abc = rowsOf(["a", "b", "c"]);

describe("a list that is edited", () => {
  it("adds at the end, under a key that no row has", () => {
    const rows = editRows(editRows(abc, { type: "removed", key: 1 }), { type: "added", entry: "d" });
    expect(entriesOf(rows)).toEqual(["a", "c", "d"]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
    expect(newKey(rowsOf<string>([]))).toBe(0);
  });

  it("changes one row and leaves the others", () => {
    expect(entriesOf(editRows(abc, { type: "changed", key: 1, entry: "B" }))).toEqual(["a", "B", "c"]);
  });

  it("moves a row up and down, and no further than the ends", () => {
    expect(entriesOf(editRows(abc, { type: "moved", key: 2, by: -1 }))).toEqual(["a", "c", "b"]);
    expect(entriesOf(editRows(abc, { type: "moved", key: 0, by: 1 }))).toEqual(["b", "a", "c"]);
    expect(editRows(abc, { type: "moved", key: 0, by: -1 })).toEqual(abc);
    expect(editRows(abc, { type: "moved", key: 2, by: 1 })).toEqual(abc);
  });

  it("hands the focus of a removed row to the next one, at the end to the one before", () => {
    expect(neighbourOf(abc, 0)).toBe(1);
    expect(neighbourOf(abc, 2)).toBe(1);
    expect(neighbourOf(rowsOf(["a"]), 0)).toBeNull();
  });

  it("never has two rows of one key, and loses or doubles none but what was removed or added", () => {
    const key = fc.nat(8);
    const action: fc.Arbitrary<ListAction<string>> = fc.oneof(
      fc.record({ type: fc.constant("added" as const), entry: fc.string() }),
      fc.record({ type: fc.constant("moved" as const), key, by: fc.constantFrom(-1 as const, 1 as const) }),
      fc.record({ type: fc.constant("removed" as const), key }),
    );
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(action), (entries, actions) => {
        let rows: Rows<string> = rowsOf(entries);
        for (const step of actions) {
          const before = rows;
          rows = editRows(rows, step);
          expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
          if (step.type === "moved") expect(entriesOf(rows).toSorted()).toEqual(entriesOf(before).toSorted());
        }
      }),
    );
  });
});
