import { expect, it } from "vitest";
import { readTaughtFrom, taughtAt } from "./known.ts";
import { taughtOf } from "./said.ts";

const mark = { tag: "input", name: "q7", id: "", at: 0 };
const taught = { mark, role: "current-password" } as const;

it("takes what can have been chosen, and nothing else of it", () => {
  expect(taughtOf({ ...taught, mark: { ...mark, more: 1 }, html: "<b>" })).toEqual(taught);
  expect(taughtOf({ ...taught, role: "none" })).not.toBeNull();
});

it.each<[unknown]>([
  [null],
  ["taught"],
  [{}],
  [{ mark }],
  [{ role: "username" }],
  [{ mark, role: "cc-number" }],
  [{ mark, role: "toString" }],
  [{ mark: null, role: "username" }],
  [{ mark: { ...mark, tag: "script" }, role: "username" }],
  [{ mark: { ...mark, name: 7 }, role: "username" }],
  [{ mark: { ...mark, id: "a".repeat(501) }, role: "username" }],
  [{ mark: { ...mark, at: -1 }, role: "username" }],
  [{ mark: { ...mark, at: 0.5 }, role: "username" }],
  [{ mark: { ...mark, at: "0" }, role: "username" }],
])("takes nothing of %j", (given) => {
  expect(taughtOf(given)).toBeNull();
});

it("tells a page of what was said of it alone", async () => {
  const field = { host: "shop.example", path: "/in", ...taught };
  readTaughtFrom(async () => [field, { ...field, role: "forged" }, { ...field, host: "other.example" }]);
  expect(await taughtAt("https://shop.example/in?next=1")).toEqual([taught]);
  expect(await taughtAt("https://shop.example:8443/in")).toEqual([]);
  expect(await taughtAt("https://shop.example/other")).toEqual([]);
  expect(await taughtAt("about:blank")).toEqual([]);
  readTaughtFrom(() => Promise.reject(new Error("locked")));
  expect(await taughtAt("https://shop.example/in")).toEqual([]);
});
