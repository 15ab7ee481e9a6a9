import type { Client } from "@coffer/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakeChrome } from "../testing/fake-chrome.ts";
import { Ceremony, type Choice } from "./ceremony.ts";
import { BROWSER, type OpenCeremony } from "./messages.ts";
import { showChoices } from "./show-choices.ts";

let browser: ReturnType<typeof fakeChrome>;
let ceremony: Ceremony;
beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeChrome();
  vi.stubGlobal("chrome", browser.chrome);
  vi.stubGlobal("navigator", browser.navigator);
  const asked: OpenCeremony = { id: "1", kind: "get", options: "{}", tabId: 7, documentId: "d", origin: "https://shop.example" };
  ceremony = new Ceremony(asked, "shop.example", null, () => undefined);
});
afterEach(async () => {
  await ceremony.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ROW = { key: "1" } as Choice;
const ROWS = [ROW];

/** @param pull - what the server says @param found - each time that is looked @returns what is shown in the end, after a while */
async function shows(pull: () => Promise<unknown>, ...found: (() => readonly Choice[])[]): Promise<readonly Choice[]> {
  const client = { vault: { pull, contents: () => ({ items: [] }) }, sites: { hosts: () => Promise.reject(new Error("Broken")) } };
  let shown: readonly Choice[] = [];
  void showChoices(ceremony, {
    open: async () => client as unknown as Client,
    choices: async () => found.shift()?.() ?? [],
    show: (_, choices) => {
      shown = choices;
    },
  });
  await vi.advanceTimersByTimeAsync(5_000);
  return shown;
}

const none = (): readonly Choice[] => [];
const broken = (): never => {
  throw new Error("Broken");
};
const never = (): Promise<unknown> => new Promise(() => undefined);

it("where nothing is held that fits and the server does not answer, the browser is asked soon", async () => {
  expect(await shows(never, none, none)).toEqual([]);
  expect(browser.answered).toEqual([BROWSER]);
});

it("what comes from the server within that time is shown", async () => {
  expect(
    await shows(
      async () => undefined,
      none,
      () => ROWS,
    ),
  ).toEqual(ROWS);
  expect(browser.answered).toEqual([]);
});

it.each<[string, () => Promise<unknown>, (() => readonly Choice[])[]]>([
  ["the server does not answer", never, [() => ROWS]],
  ["what is new cannot be noted", async () => undefined, [() => ROWS, () => ROWS]],
  ["what is new cannot be read", async () => undefined, [() => ROWS, broken]],
])("rows that are shown stay where %s", async (_, pull, found) => {
  expect(await shows(pull, ...found)).toEqual(ROWS);
  expect(browser.answered).toEqual([]);
});

it("the browser is asked where nothing can be read at all, and where the server says that nothing fits any more", async () => {
  await shows(never, broken);
  expect(browser.answered).toEqual([BROWSER]);
  await shows(
    async () => undefined,
    () => ROWS,
    none,
  );
  expect(browser.answered).toEqual([BROWSER, BROWSER]);
});
