/** A list that draws only what is in sight: where its lines are, also once they are of another height. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { VirtualGrid } from "./VirtualGrid.tsx";

const ITEMS = Array.from({ length: 300 }, (_, at) => `Entry ${at}`);

const aGrid = (height: number, minWidth = Number.POSITIVE_INFINITY) => (
  <div style={{ width: 600 }}>
    <VirtualGrid
      label="Entries"
      items={ITEMS}
      keyOf={(item) => item}
      minWidth={minWidth}
      height={height}
      gap={4}
      render={(item, tabIndex) => (
        <button type="button" tabIndex={tabIndex}>
          {item}
        </button>
      )}
    />
  </div>
);

const list = page.getByRole("list", { name: "Entries" });
const lines = () => [...list.element().querySelectorAll("li")];
const topOf = (at: number): number =>
  (lines()[at]?.getBoundingClientRect().top ?? Number.NaN) - (lines()[0]?.getBoundingClientRect().top ?? 0);

it("draws what is in sight and a few lines around it, each below the one before", async () => {
  await render(aGrid(40));
  await expect.poll(() => lines().length).toBeGreaterThan(10);
  expect(lines().length).toBeLessThan(60);
  expect([topOf(1), topOf(5)]).toEqual([44, 220]);
  expect(list.element().getBoundingClientRect().height).toBe(300 * 44 - 4);
});

it("lays its lines out again where they become higher, and where several fit next to each other", async () => {
  const { rerender } = await render(aGrid(40));
  await expect.poll(() => topOf(1)).toBe(44);
  await rerender(aGrid(80));
  await expect.poll(() => [topOf(1), topOf(5)]).toEqual([84, 420]);
  expect(list.element().getBoundingClientRect().height).toBe(300 * 84 - 4);
  await rerender(aGrid(80, 150));
  await expect.poll(() => [topOf(1), topOf(3), topOf(4)]).toEqual([0, 84, 84]);
});
