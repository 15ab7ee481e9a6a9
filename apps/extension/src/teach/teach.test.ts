import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

it("what is shown over other people's pages has the colours of the app, in both themes", () => {
  const tokens = read("../../../../packages/app/src/ui/tokens.css");
  const pairs = [...read("./teach.ts").matchAll(/light-dark\((#\w+), (#\w+)\)/g)];
  expect(pairs.length).toBeGreaterThan(4);
  for (const [, light, dark] of pairs) {
    const names = (colour = "") => [...tokens.matchAll(new RegExp(`(--[\\w-]+): ${colour};`, "g"))].map(([, name]) => name);
    // A token of this name is light there and dark there.
    expect(names(light).filter((name) => names(dark).includes(name))).not.toEqual([]);
  }
});
