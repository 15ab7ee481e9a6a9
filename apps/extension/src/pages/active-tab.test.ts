/// <reference types="chrome" />
/** Which tab the popup and the panel are about: the one in front, or the one that is named; nothing for what no page of a site is. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakeChrome } from "../testing/fake-chrome.ts";
import { followTab, keyOf, type Tab, tabToFill, windowInFront } from "./active-tab.ts";

type Found = { readonly id?: number; readonly url?: string; readonly windowId?: number };
let front: Found | undefined;
let change: (() => void)[];
let updated: (id: number, change: { readonly url?: string; readonly status?: string; readonly title?: string }) => void;
const SHOP = "https://shop.example/";

beforeEach(() => {
  [front, change] = [{ id: 7, url: SHOP, windowId: 3 }, []];
  const tabs = {
    query: async () => [front],
    get: async (id: number) => ({ id, url: `https://named.example/${id}`, windowId: 4 }),
    onActivated: { addListener: (listener: () => void) => void change.push(listener) },
    onUpdated: {
      addListener: (listener: typeof updated) => {
        updated = listener;
      },
    },
  };
  vi.stubGlobal("chrome", { ...fakeChrome().chrome, tabs, windows: { WINDOW_ID_CURRENT: -2 } });
  vi.stubGlobal("location", { search: "" });
});
afterEach(() => vi.unstubAllGlobals());

it("is the one in front, or the one that the window's address names", async () => {
  expect([await tabToFill(), await windowInFront()]).toEqual([{ id: 7, address: SHOP }, 3]);
  vi.stubGlobal("location", { search: "?tab=9" });
  expect([await tabToFill(), await windowInFront()]).toEqual([{ id: 9, address: "https://named.example/9" }, 4]);
  vi.stubGlobal("location", { search: "?tab=x" });
  expect(await tabToFill()).toEqual({ id: 7, address: SHOP });
});

it("is none over a page of the browser, of a file, or without a tab", async () => {
  for (const found of [{ id: 7, url: "chrome://settings" }, { id: 7, url: "file:///etc" }, { id: 7 }, { url: SHOP }, undefined]) {
    front = found;
    expect(await tabToFill()).toBeNull();
  }
  expect(await windowInFront()).toBe(-2);
  expect([keyOf(null), keyOf({ id: 7, address: SHOP })]).toEqual(["", `7 ${SHOP}`]);
});

it("is followed to each tab that comes to the front and each page that loads in it, once each", async () => {
  const shown: (Tab | null)[] = [];
  followTab(async (tab) => void shown.push(tab));
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  await settled();
  for (const listener of change) listener();
  updated(7, { status: "complete" });
  await settled();
  expect(shown).toEqual([{ id: 7, address: SHOP }]);
  front = { id: 7, url: `${SHOP}cart` };
  updated(7, { title: "Cart" }); // no other page
  await settled();
  expect(shown).toHaveLength(1);
  updated(7, { url: `${SHOP}cart` });
  await settled();
  front = undefined;
  for (const listener of change) listener();
  await settled();
  expect(shown.slice(1)).toEqual([{ id: 7, address: `${SHOP}cart` }, null]);
});
