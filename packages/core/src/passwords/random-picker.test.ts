import { describe, expect, it } from "vitest";
import { createPicker } from "./random-picker.ts";
import { seededRandom, unevenness } from "./testing/seeded-random.ts";

const counted = (cells: number, draws: number, draw: () => number): number[] => {
  const counts = new Array<number>(cells).fill(0);
  for (let n = 0; n < draws; n++) {
    const cell = draw();
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  return counts;
};

describe("createPicker", () => {
  it.each([2, 3, 10, 26, 74, 1000])("chooses evenly among %i", (count) => {
    const pick = createPicker(seededRandom(count));
    expect(unevenness(counted(count, count * 1000, () => pick.index(count)))).toBeLessThan(5);
  });

  it("has no bias towards the first choices, as a plain modulo would", () => {
    // 65536 = 40000 + 25536: without rejection the first 25536 would come twice as often.
    const pick = createPicker(seededRandom(7));
    const low = counted(2, 200_000, () => (pick.index(40_000) < 25_536 ? 0 : 1))[0] ?? 0;
    expect(low / 200_000).toBeCloseTo(25_536 / 40_000, 2);
  });

  it("redraws values above the last whole multiple", () => {
    const words = [0xffff, 0xffff, 5];
    const pick = createPicker(() => Uint8Array.from(words.flatMap((word) => [word >> 8, word & 0xff])));
    expect(pick.index(10)).toBe(5);
  });

  it("shuffles into every order equally often", () => {
    const pick = createPicker(seededRandom(3));
    const orders = new Map<string, number>();
    for (let n = 0; n < 24_000; n++) {
      const order = pick.shuffle([1, 2, 3, 4]).join("");
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    expect(orders.size).toBe(24);
    expect(unevenness([...orders.values()])).toBeLessThan(5);
  });

  it.each([0, -1, 1.5, 65_537])("refuses to choose among %d", (count) =>
    expect(() => createPicker(seededRandom(1)).index(count)).toThrow(RangeError),
  );
});
