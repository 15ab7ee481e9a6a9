/** The browser's memory of a session, empty before each test of a file. */
import { afterEach, beforeEach, vi } from "vitest";
import { anArea } from "./area.ts";

/** Call once in a file. @returns what is in it now */
export function freshSessionArea(): () => Map<string, unknown> {
  let session = new Map<string, unknown>();
  beforeEach(() => {
    session = new Map();
    vi.stubGlobal("chrome", { storage: { session: anArea(session) } });
  });
  afterEach(() => vi.unstubAllGlobals());
  return () => session;
}
