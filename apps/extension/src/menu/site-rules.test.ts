import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { rulesFor } from "./site-rules.ts";

const SAYS_NOTHING = { rules: "", shortest: 0, longest: 0 };
const fileOf = (name: string): string => readFileSync(new URL(`../../public/${name}`, import.meta.url), "utf8");

beforeAll(() => {
  vi.stubGlobal("chrome", { runtime: { getURL: (name: string) => name } });
  vi.stubGlobal("fetch", async (name: string) => new Response(fileOf(name)));
});
afterAll(() => vi.unstubAllGlobals());

it("a site of the list has the rules of the list, and another site none", async () => {
  expect(await rulesFor("https://login.aliexpress.com/join", SAYS_NOTHING)).toMatchObject({ min: 6, max: 20 });
  expect(await rulesFor("https://aliexpress.com.evil.example/join", SAYS_NOTHING)).toMatchObject({ min: 0, allowed: "" });
});
it("what the field itself says is newer than the list", async () => {
  const own = { ...SAYS_NOTHING, rules: "minlength: 30; allowed: lower" };
  expect(await rulesFor("https://aliexpress.com/join", own)).toMatchObject({ min: 30, allowed: "abcdefghijklmnopqrstuvwxyz" });
});
it("no more is made than the field takes, and no less than it wants", async () => {
  expect(await rulesFor("https://aliexpress.com/join", { ...SAYS_NOTHING, longest: 4 })).toMatchObject({ min: 4, max: 4 });
  expect(await rulesFor("https://shop.example/join", { ...SAYS_NOTHING, shortest: 24 })).toMatchObject({ min: 24 });
});
it("a page may say anything", async () => {
  const odd = { rules: 7, shortest: "x", longest: {} } as unknown as typeof SAYS_NOTHING;
  expect(await rulesFor("https://shop.example/join", odd)).toMatchObject({ min: 0, max: Number.POSITIVE_INFINITY });
});
