import { expect, it } from "vitest";
import { parseTaught } from "./messages.ts";
import { setTaughtSource, taughtFieldsAt } from "./taught-fields.ts";

const mark = { tag: "input", name: "q7", id: "", at: 0 };
const taught = { mark, role: "current-password" } as const;

it("takes what can have been chosen, and nothing else of it", () => {
  expect(parseTaught({ ...taught, mark: { ...mark, more: 1 }, html: "<b>" })).toEqual(taught);
  expect(parseTaught({ ...taught, role: "none" })).not.toBeNull();
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
  expect(parseTaught(given)).toBeNull();
});

it("tells a page of what was said of it alone", async () => {
  const field = { host: "shop.example", path: "/in", ...taught };
  setTaughtSource(async () => [field, { ...field, role: "forged" }, { ...field, host: "other.example" }]);
  expect(await taughtFieldsAt("https://shop.example/in?next=1")).toEqual([taught]);
  expect(await taughtFieldsAt("https://shop.example:8443/in")).toEqual([]);
  expect(await taughtFieldsAt("https://shop.example/other")).toEqual([]);
  expect(await taughtFieldsAt("about:blank")).toEqual([]);
  setTaughtSource(() => Promise.reject(new Error("locked")));
  expect(await taughtFieldsAt("https://shop.example/in")).toEqual([]);
});
