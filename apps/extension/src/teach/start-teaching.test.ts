/// <reference types="chrome" />
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TEACHING } from "../storage-keys.ts";
import { anArea } from "../testing/area.ts";
import { startTeaching } from "./start-teaching.ts";

let session: Map<string, unknown>;
let injected: { readonly target: object; readonly files: readonly string[]; readonly isAllowed: boolean }[];
beforeEach(() => {
  session = new Map();
  injected = [];
  const executeScript = async (how: { target: object; files: readonly string[] }) =>
    injected.push({ ...how, isAllowed: session.has(TEACHING) });
  vi.stubGlobal("chrome", { storage: { session: anArea(session) }, scripting: { executeScript } });
});
afterEach(() => vi.unstubAllGlobals());

it("notes the tab that may teach before its script runs: the worker accepts nothing from any other tab", async () => {
  const before = Date.now();
  await startTeaching(7, "en");
  expect(session.get(TEACHING)).toEqual({ tabId: 7, at: expect.any(Number) });
  expect((session.get(TEACHING) as { at: number }).at).toBeGreaterThanOrEqual(before);
  expect(injected).toEqual([{ target: { tabId: 7 }, files: ["teach.js"], isAllowed: true }]);
});

it("speaks in the page as the popup does", async () => {
  await startTeaching(7, "de");
  expect(injected.map(({ files }) => files)).toEqual([["de/teach.js"]]);
});
