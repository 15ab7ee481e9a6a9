/// <reference types="chrome" />
import { LOCAL_HALF } from "@coffer/core/account/session-slots";
import { beforeEach, expect, it } from "vitest";
import { slotName } from "../storage-keys.ts";
import { freshSessionArea } from "../testing/session-area.ts";
import { foreignIn, forgetForeign, keepForeign, MOST_ASKED, mayCompare } from "./pending-warnings.ts";

const session = freshSessionArea();
const half = slotName(LOCAL_HALF);
beforeEach(() => void session().set(half, "half"));

it("keeps a warning for each tab until it was read", async () => {
  await keepForeign(1, { host: "a.example", titles: ["Shop"] });
  await keepForeign(2, { host: "b.example", titles: ["Bank"] });
  await forgetForeign(1);
  expect([await foreignIn(1), (await foreignIn(2))?.host]).toEqual([null, "b.example"]);
});

it("keeps none where a lock comes while it is being noted", async () => {
  const keeping = keepForeign(1, { host: "a.example", titles: ["Shop"] });
  session().delete(half);
  await keeping;
  expect([...session().keys()]).toEqual([]);
});

it("compares no more passwords for a site than a person types, so that a page cannot try words until a warning comes", async () => {
  const tries = await Promise.all(Array.from({ length: MOST_ASKED + 5 }, () => mayCompare(["evil.example", "evil.example"])));
  expect(tries.filter((may) => may)).toHaveLength(MOST_ASKED);
  expect(await mayCompare(["shop.example"])).toBe(true);
  // A frame of another site is in the page that has tried enough.
  expect(await mayCompare(["shop.example", "evil.example"])).toBe(false);
  expect(await mayCompare(["shop.example", "bank.example"])).toBe(true);
});
