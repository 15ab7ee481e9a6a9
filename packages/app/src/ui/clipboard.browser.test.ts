/** The browser's own clipboard: what was copied is taken off again after its time, where a page can know that it is still there. */
import { DEFAULT_SETTINGS } from "@coffer/core/device/settings";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { copyForAWhile } from "./clipboard.ts";

const TIME_MS = DEFAULT_SETTINGS.clipboardSeconds * 1_000;
let held = "";
let mayRead = false;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  mayRead = false;
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => {
    held = text;
  });
  vi.spyOn(navigator.clipboard, "readText").mockImplementation(async () => held);
  const state = (): Partial<PermissionStatus> => ({ state: mayRead ? "granted" : "prompt" });
  vi.spyOn(navigator.permissions, "query").mockImplementation(async () => state() as PermissionStatus);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** @param meanwhile - until its time is over */
async function copied(meanwhile: () => void): Promise<string> {
  await copyForAWhile("Tulips2024");
  expect(held).toBe("Tulips2024");
  await vi.advanceTimersByTimeAsync(TIME_MS - 1);
  meanwhile();
  expect(held).not.toBe("");
  await vi.advanceTimersByTimeAsync(1);
  return held;
}

it("is taken off where nothing else can have been copied meanwhile", async () => {
  expect(await copied(() => undefined)).toBe("");
});

it.each(["blur", "copy", "cut"])("stays after %s where the page may not read what is there now", async (event) => {
  expect(await copied(() => dispatchEvent(new Event(event)))).toBe("Tulips2024");
});

it("is looked at where the page may read it, and taken off only if it is still that", async () => {
  mayRead = true;
  expect(await copied(() => dispatchEvent(new Event("blur")))).toBe("");
  const other = () => {
    dispatchEvent(new Event("blur"));
    held = "a shopping list";
  };
  expect(await copied(other)).toBe("a shopping list");
});

it("waits for the page to have the focus where it has none: a browser lets no other one write", async () => {
  vi.mocked(document.hasFocus).mockReturnValue(false);
  expect(await copied(() => undefined)).toBe("Tulips2024");
});
