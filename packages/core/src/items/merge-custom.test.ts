/** Custom fields that two sides changed, where several have one name: what is paired, and that no typed value is lost, before and after a choice. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withDerived } from "./derived-fields.ts";
import type { FieldValues } from "./item.ts";
import { mergeItems } from "./merge-items.ts";
import { choose, toChoose, toChooseByField } from "./other-values.ts";
import { type CustomField, readCustomFields, writeCustomFields } from "./structured-fields.ts";

const pin = (value: string, label = "PIN"): CustomField => ({ label, value, type: "text", section: "" });
const fieldsOf = (list: readonly CustomField[]): FieldValues => ({ title: "Bank", custom_fields: writeCustomFields(list) });
const pins = (...values: string[]) => fieldsOf(values.map((value) => pin(value)));
const valuesIn = (fields: FieldValues): string[] => readCustomFields(fields.custom_fields ?? "").map(({ value }) => value);
const othersIn = (fields: FieldValues): string[] =>
  toChoose(fields).flatMap(({ value }) => readCustomFields(value).map((one) => one.value));

const merge = (base: FieldValues, mine: FieldValues, theirs: FieldValues) => {
  const { fields } = mergeItems("password", {
    base,
    mine: { fields: mine, saved: { at: 5 } },
    theirs: { fields: theirs, saved: { at: 9 } },
  });
  return withDerived("password", { fields, before: theirs, now: 10 });
};

describe("custom fields of one name", () => {
  it.each([
    ["changed while the other side removed it: it stays, and nothing is to be chosen", ["1", "2"], ["2"], ["9", "2"], ["9", "2"]],
    ["removed while the other side changed the next: that one is not taken for it", ["1", "2"], ["2"], ["1", "3"], ["3"]],
    ["removed on both sides, each another one", ["1", "2", "3"], ["2", "3"], ["1", "2"], ["2"]],
    ["put into another order while the other side changed one", ["1", "2"], ["2", "1"], ["1", "5"], ["1", "5"]],
    ["of which one side removed and changed one, and nothing tells which", ["1", "2"], ["9"], ["5", "2"], ["5", "9"]],
    ["added by both: they are two, where there are such already", ["1"], ["1", "2"], ["1", "3"], ["1", "3", "2"]],
  ])("%s", (_, base, mine, theirs, merged) => {
    for (const [here, there] of [
      [mine, theirs],
      [theirs, mine],
    ] as const) {
      const fields = merge(pins(...base), pins(...here), pins(...there));
      expect([valuesIn(fields).toSorted(), othersIn(fields)]).toEqual([merged.toSorted(), []]);
    }
  });

  it("are each chosen from in their own place, also where one before it is removed or changed later", () => {
    const both = merge(pins("1", "2", "3"), pins("1", "mine", "3"), pins("1", "theirs", "3"));
    for (const later of [
      ["theirs", "3"],
      ["new", "theirs", "3"],
      ["3", "theirs", "1"],
    ]) {
      const saved = withDerived("password", { fields: { ...both, ...pins(...later) }, before: both, now: 11 });
      const [others = expect.fail()] = toChooseByField(saved);
      expect(othersIn(saved)).toEqual(["mine"]);
      const chosen = choose(saved, others, others[0] ?? null, 12);
      expect(valuesIn(chosen)).toEqual(later.map((value) => (value === "theirs" ? "mine" : value)));
    }
  });

  it("that is to be chosen from keeps its other value where it is edited, and takes no other's place where it is removed", () => {
    const both = merge(pins("1", "2", "3"), pins("1", "mine", "3"), pins("1", "theirs", "3"));
    const after = (...values: string[]) => withDerived("password", { fields: { ...both, ...pins(...values) }, before: both, now: 11 });
    const chosen = (fields: FieldValues) => {
      const others = toChoose(fields);
      return choose(fields, others, others[0] ?? null, 12);
    };
    expect(valuesIn(chosen(after("1", "edited", "3")))).toEqual(["1", "mine", "3"]);
    expect(valuesIn(chosen(after("1", "3")))).toEqual(["1", "3", "mine"]);
  });
});

/** What one side makes of each field of the base, and what it adds. */
const sides = fc.record({
  acts: fc.array(fc.constantFrom("keep", "keep", "remove", "change", "hide"), { minLength: 5, maxLength: 5 }),
  added: fc.nat(2),
  turned: fc.boolean(),
});
const histories = fc.record({
  labels: fc.array(fc.constantFrom("PIN", "PIN", "Code"), { maxLength: 5 }),
  mine: sides,
  theirs: sides,
});
type Side = typeof sides extends fc.Arbitrary<infer T> ? T : never;

function edited(base: readonly CustomField[], { acts, added, turned }: Side, name: string): CustomField[] {
  const kept = base.flatMap((field, at): CustomField[] => {
    const act = acts[at];
    if (act === "remove") return [];
    if (act === "change") return [{ ...field, value: `${name}${at}` }];
    return [act === "hide" ? { ...field, type: "hidden" } : field];
  });
  const more = Array.from({ length: added }, (_, at) => pin(`${name} added ${at}`));
  return turned ? [...kept, ...more].toReversed() : [...kept, ...more];
}

/** What was typed here, and is not only what was there. */
const typedIn = (base: readonly CustomField[], side: readonly CustomField[]): string[] =>
  side.map(({ value }) => value).filter((value) => base.every((one) => one.value !== value));

describe("custom fields that two sides changed", () => {
  it("have every value that either typed, in the item or to be chosen; and what neither touched once", () => {
    fc.assert(
      fc.property(histories, ({ labels, mine, theirs }) => {
        const base = labels.map((label, at) => pin(`base${at}`, label));
        const [here, there] = [edited(base, mine, "mine"), edited(base, theirs, "theirs")];
        const fields = merge(fieldsOf(base), fieldsOf(here), fieldsOf(there));
        const held = new Set([...valuesIn(fields), ...othersIn(fields)]);
        expect([...typedIn(base, here), ...typedIn(base, there)].filter((value) => !held.has(value))).toEqual([]);
        for (const [at, { value }] of base.entries()) {
          const [a, b] = [mine.acts[at], theirs.acts[at]];
          if (a === "keep" && b === "keep") expect(valuesIn(fields).filter((one) => one === value)).toEqual([value]);
          if ((a === "remove" && b === "keep") || (a === "keep" && b === "remove")) expect(held.has(value)).toBe(false);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("lose nothing but what was not chosen, whichever value is chosen of each", () => {
    fc.assert(
      fc.property(histories, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), ({ labels, mine, theirs }, choices) => {
        const base = labels.map((label, at) => pin(`base${at}`, label));
        let fields = merge(fieldsOf(base), fieldsOf(edited(base, mine, "mine")), fieldsOf(edited(base, theirs, "theirs")));
        for (const isMine of choices) {
          const [others] = toChooseByField(fields);
          if (!others) return;
          const before = valuesIn(fields);
          const after = withDerived("password", {
            fields: choose(fields, others, isMine ? (others[0] ?? null) : null, 11),
            before: fields,
            now: 11,
          });
          expect(before.filter((value) => !valuesIn(after).includes(value)).length).toBe(isMine ? 1 : 0);
          expect(valuesIn(after)).toHaveLength(before.length);
          fields = after;
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
