/// <reference types="chrome" />
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TEACHING } from "../storage-keys.ts";
import { anArea } from "../testing/area.ts";
import { startTeaching } from "./start-teaching.ts";

let session: Map<string, unknown>;
let injected: { readonly target: object; readonly isAllowed: boolean }[];
beforeEach(() => {
  session = new Map();
  injected = [];
  const executeScript = async ({ target }: { target: object }) => injected.push({ target, isAllowed: session.has(TEACHING) });
  vi.stubGlobal("chrome", { storage: { session: anArea(session) }, scripting: { executeScript } });
});
afterEach(() => vi.unstubAllGlobals());

it("notes the tab that may teach before its script runs: the worker accepts nothing from any other tab", async () => {
  const before = Date.now();
  await startTeaching(7);
  expect(session.get(TEACHING)).toEqual({ tabId: 7, at: expect.any(Number) });
  expect((session.get(TEACHING) as { at: number }).at).toBeGreaterThanOrEqual(before);
  expect(injected).toEqual([{ target: { tabId: 7 }, isAllowed: true }]);
});
