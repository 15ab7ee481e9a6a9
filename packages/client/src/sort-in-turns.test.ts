import fc from "fast-check";
import { expect, it } from "vitest";
import { sortInTurns } from "./sort-in-turns.ts";

const byAge = (one: { age: number }, other: { age: number }): number => one.age - other.age;

it("gives what the platform's own sorting gives, equal ones in their order", async () => {
  const people = fc.array(fc.record({ age: fc.nat(50) }), { maxLength: 3_000, size: "max" });
  const same = async (all: { age: number }[]) => {
    const [sorted, wanted] = [await sortInTurns(all, byAge), all.toSorted(byAge)];
    expect(sorted.length).toBe(wanted.length);
    expect(sorted.every((one, at) => one === wanted[at])).toBe(true);
  };
  await fc.assert(fc.asyncProperty(people, same), { numRuns: 20 });
});

it("compares little more than once each what is in order already", async () => {
  const all = Array.from({ length: 10_000 }, (_, age) => ({ age }));
  let compared = 0;
  await sortInTurns(all, (one, other) => {
    compared++;
    return byAge(one, other);
  });
  expect(compared).toBeLessThan(11_000);
});

it("lets others have their turn meanwhile", async () => {
  const all = Array.from({ length: 10_000 }, (_, at) => ({ age: (at * 7_919) % 10_000 }));
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await sortInTurns(all, byAge);
  isOver = true;
  expect(turns).toBeGreaterThan(20);
});
