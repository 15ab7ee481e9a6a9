/** A page cannot tell by the time of an answer whether the vault is open, or what is in it. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakeChrome } from "../testing/fake-chrome.ts";
import { relatedSite } from "./related-sites.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("chrome", fakeChrome().chrome);
  vi.stubGlobal("fetch", async () => Promise.reject(new Error("no network")));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const OPTIONS = JSON.stringify({ challenge: "AQ", rpId: "bank.example" });
const open = (bySite: Record<string, string[]>) => ({ bySite, elsewhere: [] });

it.each([
  ["that is locked", null],
  ["with nothing for the site", open({})],
  ["with a passkey of the site, which names no other", open({ "bank.example": ["AQ"] })],
])("a vault %s takes as long to say no", async (_, known) => {
  let isAnswered = false;
  const asked = relatedSite("https://shop.test", OPTIONS, known).finally(() => {
    isAnswered = true;
  });
  await vi.advanceTimersByTimeAsync(99);
  expect(isAnswered).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isAnswered).toBe(true);
  expect(await asked).toBeUndefined();
});
